"""Coming to a table: a device's token, the table's code, and yes or no to what others ask."""

from flask import Response, g, request

from tracker.networks import network_of
from tracker.service.rights import name_of
from tracker.service.tables import WrongCode
from tracker.web.answers import problem
from tracker.web.api.answer_types import NewDevice, Version
from tracker.web.api.auth import answer, blueprint, sent
from tracker.web.api.bodies import Answering, Joining
from tracker.web.origins import must_not_be_from_another_site
from tracker.web.services import identity, matches, request_answers, tables


@blueprint.post("/devices")
def make_device() -> Response:
    """A secret to be known by. It is kept nowhere but where it is sent."""
    secret = identity().new_secret()
    return answer(NewDevice(secret, name_of(secret)), 201)


@blueprint.post("/matches/<match_id>/join")
def join_match(match_id: str) -> Response:
    """With the table's code the device writes from now on."""
    must_not_be_from_another_site()
    body, network = sent(Joining), network_of(request.remote_addr)
    try:
        tables().join(match_id, g.device, body.code, body.seat, body.name, network)
    except WrongCode as wrong:
        return problem(403, wrong.says)
    return answer(Version(matches().version(match_id)))


@blueprint.post("/matches/<match_id>/requests/<request_id>")
def answer_request(match_id: str, request_id: str) -> Response:
    """Yes or no to what another device asks for."""
    body = sent(Answering)
    send = request_answers().approve if body.agree else request_answers().decline
    return answer(Version(send(match_id, request_id, body.write_id, g.device).version))
