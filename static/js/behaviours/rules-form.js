// Says what is different while somebody changes rules: the server is asked with the form as it is, and its words
// take the place of those above it. Other variants fill in the fields anew. Only the answer to the latest change is
// shown.

import { announce } from "../app.js"
import { pageOf } from "../reach.js"

const PAUSE = 500

export default function rulesForm(form) {
  let changes = 0
  let refill = false

  form.addEventListener("input", async ({ target }) => {
    if (target.name === "name") return
    refill ||= target.name === "variant"
    const mine = ++changes
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    if (mine !== changes) return
    const { page } = await pageOf(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) })
    const fresh = page?.getElementById("different")
    // Out of reach the button below shows it, or says that there is no connection.
    if (mine !== changes || !fresh) return
    if (refill) form.querySelector("#rule-groups").replaceWith(page.getElementById("rule-groups"))
    refill = false
    show(fresh)
  })
}

/** Puts the words in place, those that are new in sight, and lets screen readers say them. */
function show(fresh) {
  const old = document.getElementById("different")
  const known = new Set(sentences(old).map(text))
  const added = sentences(fresh).filter((sentence) => !known.has(text(sentence)))
  // A link leads to a refusal beside its field only on a page that was sent.
  for (const link of fresh.querySelectorAll(".clash a")) link.replaceWith(...link.childNodes)
  old.replaceWith(fresh)
  if (!added.length) return
  fresh.scrollTop = added[0].offsetTop - fresh.clientHeight / 2
  announce(added.map(text).join(" "))
}

const sentences = (part) => [...part.querySelectorAll("li, p")]
const text = ({ textContent }) => textContent.trim()
