// What `./dev check` has to know of our pages. A selector does not say which kind of element it
// finds: each may have what any kind has, and the names are checked.

interface PageElement extends HTMLElement {
  action: string;
  checked: boolean;
  content: DocumentFragment;
  dateTime: string;
  defaultChecked: boolean;
  defaultValue: string;
  disabled: boolean;
  // deno-lint-ignore no-explicit-any -- the fields of a form, by their names
  elements: any;
  files: FileList;
  form: PageElement;
  hash: string;
  href: string;
  method: string;
  name: string;
  open: boolean;
  origin: string;
  value: string;
  close(): void;
  requestSubmit(submitter?: HTMLElement): void;
  showModal(): void;
  submit(): void;
}

interface ParentNode {
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}
interface Document {
  getElementById(id: string): PageElement | null;
}
interface DocumentFragment {
  readonly firstElementChild: PageElement | null;
  cloneNode(deep: boolean): DocumentFragment;
  getElementById(id: string): PageElement | null;
}
interface Element {
  closest(selectors: string): PageElement | null;
}

// An event happens to an element of the page, and has what its kind has.
interface EventTarget {
  form?: PageElement;
  value?: string;
  closest?(selectors: string): PageElement | null;
  getAttribute?(name: string): string | null;
  matches?(selectors: string): boolean;
}
interface Event {
  // deno-lint-ignore no-explicit-any -- htmx says what it does
  readonly detail?: any;
}

declare const htmx: { process(element: Element): void };

// An entry that waits in the browser; the names stay, since another release may have kept it.
interface Waiting {
  key?: string;
  action: string;
  fields: Record<string, string>;
  says: string;
  mend: string;
  endsTurn: boolean;
  refused?: { says: string; rule: string };
}

// The worker, and what the server writes before it.
declare const VERSION: string;
declare const FILES: string[];
interface Event {
  readonly request?: Request;
  respondWith?(answer: Promise<Response>): void;
  waitUntil?(work: Promise<unknown>): void;
}
interface Window {
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<{ url: string }[]> };
  skipWaiting(): Promise<void>;
}
