"""The names of soldiers, phases and levels, and the effects of hard knocks in a sentence each."""

from typing import Final

from tracker.engine.message import Message, Term

SOLDIERS: Final = {
    "felix": Message("Félix"),
    "gustave": Message("Gustave"),
    "charles": Message("Charles"),
    "anselme": Message("Anselme"),
    "gaston": Message("Gaston"),
    "lazare": Message("Lazare"),
}
FEAR: Final = Message("Counts as this threat while its owner is in the mission (GR-2.3).")
EFFECTS: Final = {
    "wounded": Message("Counts as two hard knocks (GR-2.3)."),
    "mute": Message("No talk, no signs and no speech (GR-4.6)."),
    "tyrannical": Message("Becomes the leader and stays the leader (GR-9.5)."),
    "demoralized": Message("Morale drops by one more (GR-9.3)."),
    "fragile": Message("The others cannot withdraw with cards in hand (GR-6.6)."),
    "fearful": Message("Must withdraw when two equal threats are active (GR-6.7)."),
    "panicked": Message("Lays a random support token (GR-2.3)."),
    "frenzied": Message("Two more cards at the start of a mission (GR-3.4)."),
    "selfish": Message("Keeps their own support token (GR-8.3)."),
    "hardheaded": Message("Cannot withdraw with 2 or more cards (GR-6.4)."),
    "prideful": Message("Can withdraw only with no cards, or last (GR-6.5)."),
    "clumsy": Message("Draws and plays a trial after withdrawing (GR-6.9)."),
    "absent_minded": Message("Loses a support token before withdrawing (GR-6.8)."),
    "recruit": Message("The recruit's own hard knock; nothing removes it (GR-13.5)."),
}
BY_HAND: Final = Message("The players carry this out.")
PHASES: Final = {
    "preparation": Message("Preparation"),
    "mission": Message("On the mission"),
    "support": Message("Support"),
    "morale": Message("Morale"),
    "over": Message("The game is over"),
}
LEVELS: Final = {
    "easy": Term("Easy", "mission"),
    "normal": Term("Normal", "mission"),
    "hard": Term("Hard", "mission"),
}
FLAGS: Final = {
    "hard_knock_morale": Message("Each hard knock moves a card from morale to the trials"),
    "stays": Message("Stays until the players discard it"),
    "judged_by_hand": Message("The players decide whether a mission fails"),
}
"""The effects of a mission card that have no number and no threat (GR-11.5)."""
