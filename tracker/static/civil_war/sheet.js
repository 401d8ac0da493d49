// On a phone the seat whose turn it is comes first; what was drawn before it came keeps its place.
const sides = document.querySelector(".sides");
if (!location.hash) sides.scrollLeft = 0;
