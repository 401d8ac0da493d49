"""Small faults, one at a time, written into the functions of a module."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Final

RULE_NUMBER: Final = re.compile(r"[A-Z]{2}-\d+(?:\.\d+)*")

OTHER_COMPARISON: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_OPERATION: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
OTHER_FUNCTION: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
NAMES: Final = (ast.Name, ast.Attribute)


@dataclass(frozen=True)
class Mutant:
    """A module with one fault in one of its functions."""

    path: Path
    function: str
    """The qualified name of the outermost function around the fault."""
    line: int
    before: str
    """The faultless statement, without its block."""
    after: str
    code: CodeType

    @property
    def diff(self) -> str:
        return f"{self.path}:{self.line}\n- {self.before}\n+ {self.after}"


@dataclass(frozen=True)
class _Place:
    """A place in the tree: a node, the statement around it, and the field that holds it."""

    node: ast.AST
    statement: ast.stmt
    holder: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.index] = node


def mutants_of(path: Path, source: str) -> Iterator[Mutant]:
    """Yield every mutant of the functions of a module, from top to bottom.

    Code that runs when the module is imported has no mutants: it has run before the tests fork.
    """
    module = ast.parse(source)
    for name, function in _outermost_functions(module, ""):
        for place in list(_places(function)):
            for fault in _faults(place.node):
                ast.fix_missing_locations(ast.copy_location(fault, place.node))
                before = _head(place.statement)
                place.put(fault)
                changed = fault if isinstance(fault, ast.stmt) else place.statement
                code = compile(module, str(path), "exec", dont_inherit=True)
                after = _head(changed)
                place.put(place.node)
                yield Mutant(path, name, _line_of(place), before, after, code)


def faultless(mutant: Mutant) -> Mutant:
    """Return the module of a mutant without the fault."""
    code = compile(mutant.path.read_bytes(), str(mutant.path), "exec", dont_inherit=True)
    return replace(mutant, after=mutant.before, code=code)


def _outermost_functions(
    holder: ast.Module | ast.ClassDef, prefix: str
) -> Iterator[tuple[str, Function]]:
    for node in holder.body:
        if isinstance(node, Function):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost_functions(node, f"{prefix}{node.name}.")


def _places(function: Function) -> Iterator[_Place]:
    """Yield the places in the body; annotations, docstrings and decorators do not run there."""
    for index, statement in enumerate(function.body):
        yield from _within(_Place(statement, statement, function, "body", index))


def _within(place: _Place) -> Iterator[_Place]:
    node = place.node
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield place
    if isinstance(node, Function):
        yield from _places(node)
        return
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if isinstance(child, ast.AST) and not isinstance(child, ast.expr_context):
                statement = child if isinstance(child, ast.stmt) else place.statement
                at = index if isinstance(value, list) else None
                yield from _within(_Place(child, statement, node, field, at))


def _line_of(place: _Place) -> int:
    line: int = getattr(place.node, "lineno", place.statement.lineno)
    return line


def _head(statement: ast.stmt) -> str:
    """Return the text of a statement without its block."""
    match statement:
        case ast.If(test) | ast.While(test):
            return f"{type(statement).__name__.lower()} {ast.unparse(test)}:"
        case ast.For(target, each):
            return f"for {ast.unparse(target)} in {ast.unparse(each)}:"
        case _:
            return ast.unparse(statement)


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node with one fault, for each fault that fits it."""
    if isinstance(node, ast.stmt):
        yield from _faulty_statements(node)
    elif isinstance(node, ast.Call):
        yield from _faulty_calls(node.func, node.args, node.keywords)
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node.value)
    else:
        yield from _faulty_expressions(node)


def _faulty_expressions(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [operator, *others], comparators):
            yield ast.Compare(left, [OTHER_COMPARISON[type(operator)](), *others], comparators)
        case ast.BinOp(left, operator, right) if _is_sum(node):
            yield ast.BinOp(left, OTHER_OPERATION[type(operator)](), right)
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield operand
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield from _with_one_less(operator, values)
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.comprehension(target, each, [_, *_], is_async):
            yield ast.comprehension(target, each, [], is_async)


def _with_one_less(operator: ast.boolop, values: list[ast.expr]) -> Iterator[ast.expr]:
    for left_out in values:
        rest = [value for value in values if value is not left_out]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)


def _faulty_calls(
    called: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[ast.AST]:
    if isinstance(called, ast.Name) and called.id in OTHER_FUNCTION:
        yield ast.Call(ast.Name(OTHER_FUNCTION[called.id], ast.Load()), arguments, keywords)
    for place in range(len(arguments) - 1):
        first, second = arguments[place : place + 2]
        # The types tell a working copy from its columns, so those are never exchanged unnoticed.
        if all(
            isinstance(each, NAMES) and ast.unparse(each) != "table" for each in (first, second)
        ):
            exchanged = [*arguments[:place], second, first, *arguments[place + 2 :]]
            yield ast.Call(called, exchanged, keywords)
    for left_out in keywords:
        if isinstance(left_out.value, ast.Constant) and left_out.arg:
            yield ast.Call(called, arguments, [word for word in keywords if word is not left_out])


def _faulty_statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.If(test, body, orelse) | ast.While(test, body, orelse):
            yield type(node)(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Return(ast.Constant(None) | None):
            pass
        case ast.Return():
            yield ast.Return(ast.Constant(None))


def _other_constants(value: object) -> Iterator[ast.Constant]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int():
            yield ast.Constant(value + 1)
        case str() if RULE_NUMBER.fullmatch(value):
            yield ast.Constant(value + "9")


def _is_sum(node: ast.BinOp) -> bool:
    return type(node.op) in OTHER_OPERATION and not (_is_text(node.left) or _is_text(node.right))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
