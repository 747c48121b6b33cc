// A form that asks the device for a passkey when it is sent, and sends the answer of the device.
// data-ceremony is "create" or "get", data-options are the options of the request, data-failed is the sentence for a
// failure.

const READERS = { create: "parseCreationOptionsFromJSON", get: "parseRequestOptionsFromJSON" }

export default function passkey(form) {
  const { ceremony, failed, options } = form.dataset
  const reader = READERS[ceremony]
  if (!window.PublicKeyCredential?.[reader]) return form.remove()
  const told = form.querySelector("[role=status]")
  let asking = false
  form.addEventListener("submit", async (event) => {
    if (form.credential.value) return
    event.preventDefault()
    if (asking) return
    asking = true
    told.textContent = ""
    try {
      const publicKey = PublicKeyCredential[reader](JSON.parse(options))
      form.credential.value = JSON.stringify(await navigator.credentials[ceremony]({ publicKey }))
      form.requestSubmit()
    } catch {
      told.textContent = failed
    }
    asking = false
  })
  // After the back button the device is asked again: an answer counts once.
  addEventListener("pagehide", () => (form.credential.value = ""))
}
