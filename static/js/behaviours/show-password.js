// A password field with a button beside it that shows and hides what is typed, named by data-show and data-hide.

export default function showPassword(field) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button"
  const turn = (shown) => {
    field.type = shown ? "text" : "password"
    button.textContent = shown ? field.dataset.hide : field.dataset.show
    button.setAttribute("aria-label", `${button.textContent} ${field.labels[0].textContent}`)
  }
  turn(false)
  button.addEventListener("click", () => turn(field.type === "password"))
  // Only what is sent from a password field is kept by the browser as a password.
  field.form.addEventListener("submit", () => turn(false))
  field.after(button)
}
