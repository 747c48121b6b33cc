// Words as the search sees them: the same steps as scorekeeper/rulebook/words.py.

const LONGEST_QUERY = 200
const SHORTEST_STEM = 3
const WORD = /[0-9]+[.,][0-9]+[a-d]?(?![a-z0-9])|[a-z]+|[0-9]+/g
const ACCENT = /[\u0300-\u036f]/g
const APOSTROPHE = /['’ʼ`´]/g

/** The words and numbers of a text in small letters without accents. */
export function wordsIn(text) {
  const plain = text.replace(APOSTROPHE, "").normalize("NFKD").replace(ACCENT, "").toLowerCase()
  return (plain.match(WORD) ?? []).map((word) => word.replace(",", "."))
}

/** Ways to take a query apart by the tables of the index. */
export function wordsBy({ phrases, idle, irregular, endings }) {
  const words = new Map(Object.entries(phrases))
  const forms = new Map(Object.entries(irregular))
  const left = new Set(idle)
  const longest = Math.max(...[...words.keys()].map((phrase) => phrase.split(" ").length))

  function stem(word) {
    if (forms.has(word)) return forms.get(word)
    for (const [ending, instead] of endings) {
      if (!word.endsWith(ending)) continue
      const shorter = word.slice(0, word.length - ending.length) + instead
      if (shorter.length >= SHORTEST_STEM) return shorter
    }
    return word
  }

  function joined(found) {
    const all = []
    for (let first = 0; first < found.length; ) {
      let length = Math.min(longest, found.length - first)
      while (length > 1 && !words.has(found.slice(first, first + length).join(" "))) length -= 1
      const part = found.slice(first, first + length).join(" ")
      all.push(words.get(part) ?? part)
      first += length
    }
    return all
  }

  function terms(query) {
    const read = Array.from(query).slice(0, LONGEST_QUERY).join("")
    const found = [...new Set(joined(wordsIn(read)))]
    if (found.length === 1) return [words.get(`section ${found[0]}`) ?? found[0]]
    const asked = found.filter((word) => !left.has(word))
    return asked.length ? asked : found
  }

  return { stem, terms }
}
