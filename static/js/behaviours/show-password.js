// A password field with a button beside it that shows and hides what is typed. Its texts are data-show and data-hide,
// read out with the name of the field as data-show-field and data-hide-field.

export default function showPassword(field) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button"
  const turn = (shown) => {
    field.type = shown ? "text" : "password"
    const { show, hide, showField, hideField } = field.dataset
    button.textContent = shown ? hide : show
    button.setAttribute("aria-label", shown ? hideField : showField)
  }
  turn(false)
  button.addEventListener("click", () => turn(field.type === "password"))
  // Only what is sent from a password field is kept by the browser as a password.
  field.form.addEventListener("submit", () => turn(false))
  field.after(button)
}
