// A button behind a password field shows and hides what is typed. Its texts are data-show and data-hide, read out with the
// name of the field as data-show-field and data-hide-field.

export default function showPassword(button) {
  const field = button.previousElementSibling
  const turn = (shown) => {
    field.type = shown ? "text" : "password"
    const { show, hide, showField, hideField } = button.dataset
    button.textContent = shown ? hide : show
    button.setAttribute("aria-label", shown ? hideField : showField)
  }
  button.addEventListener("click", () => turn(field.type === "password"))
  // Only what is sent from a password field is kept by the browser as a password.
  field.form.addEventListener("submit", () => turn(false))
}
