// A form that asks the device for a passkey when it is sent, and sends the answer of the device.
// data-ceremony is "create" or "get", data-options are the options of the request, data-failed is the sentence for a
// failure.

const IN_BYTES = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]

export default function passkey(form) {
  if (!window.PublicKeyCredential) return form.remove()
  const told = form.querySelector("[role=status]")
  let asking = false
  form.addEventListener("submit", async (event) => {
    if (form.credential.value) return
    event.preventDefault()
    if (asking) return
    asking = true
    told.textContent = ""
    try {
      form.credential.value = JSON.stringify(await answer(form.dataset))
      form.requestSubmit()
    } catch {
      told.textContent = form.dataset.failed
    }
    asking = false
  })
  // After the back button the device is asked again: an answer counts once.
  addEventListener("pagehide", () => (form.credential.value = ""))
}

async function answer({ ceremony, options }) {
  const publicKey = readable(JSON.parse(options))
  const credential = await navigator.credentials[ceremony]({ publicKey })
  const response = {}
  for (const name of IN_BYTES) {
    if (credential.response[name]) response[name] = text(credential.response[name])
  }
  const { id, type, rawId } = credential
  return { id, type, rawId: text(rawId), response, clientExtensionResults: {} }
}

/** The options with base64url texts turned into bytes, as browsers expect. */
function readable(options) {
  options.challenge = bytes(options.challenge)
  if (options.user) options.user.id = bytes(options.user.id)
  for (const known of options.excludeCredentials ?? []) known.id = bytes(known.id)
  return options
}

function bytes(base64url) {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(plain, (char) => char.charCodeAt(0))
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)))
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}
