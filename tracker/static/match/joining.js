// The name of a device follows whose it is, until somebody types another one.
const field = document.getElementById("own-name");
const seats = [...document.querySelectorAll("#write [name=seat]")];

// An iPad says that it is a computer; but no Mac is touched with several fingers.
const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const nameOf = ({ dataset }) => (isTablet && dataset.tabletName) || dataset.deviceName;

for (const seat of seats) {
  seat.addEventListener("change", () => {
    if (!field.value.trim() || seats.some((other) => nameOf(other) === field.value)) field.value = nameOf(seat);
  });
}
