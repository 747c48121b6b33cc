// A button that prints the page.

export default function printButton(button) {
  button.addEventListener("click", () => print())
}
