// Every page of a match: it follows the match, sends what is written, and goes on without a server.
import "./keys.js";
import { follow } from "./live.js";
import { nameTurn } from "./offline.js";
import { flush } from "./outbox.js";
import { showState } from "./status.js";
import "./turn_signal.js";

showState();
nameTurn();
follow();
flush();
