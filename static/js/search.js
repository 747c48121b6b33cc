// Which clauses answer a query, best first: the same scorer as scorekeeper/rulebook/search.py, to the last point.

const MOST_TERMS = 12
const SHARE = 5
const SAME = 100
const [BEGUN, MUCH_OF_IT] = [30, 50]
const SHORTEST_BEGINNING = 2
const [ONE_ERROR, TWO_ERRORS] = [60, 40]
export const LETTERS_FOR_ONE = 4
const LETTERS_FOR_TWO = 8
const LETTERS = /^\p{L}+$/u
const DIGITS = /^[0-9]+$/
const LONGEST_QUERY = 200
const SHORTEST_STEM = 3
const WORD = /[a-z][a-z0-9]?-[0-9]+[a-d]?(?![\p{L}\p{N}])|[0-9]+[.,][0-9]+[a-d]?(?![\p{L}\p{N}])|[\p{L}\p{Nl}\p{No}]+|[0-9]+/gu
const MARK = /\p{M}/gu
const APOSTROPHE = /['’ʼ`´]/g

/** The search over an index, as /rules/index.json tells it: a query gives [{ number, score }]. */
export function searchOf(index) {
  const { stem, terms } = wordsBy(index)
  const stems = new Map(Object.entries(index.stems))

  function like(term) {
    const root = stem(term)
    if (stems.has(root)) return [[root, SAME]]
    const longer = begun(term)
    return longer.length ? longer : mistyped(term)
  }

  function begun(term) {
    if (term.length < SHORTEST_BEGINNING || DIGITS.test(term)) return []
    return index.forms
      .filter((form) => form.startsWith(term))
      .map((form) => [stem(form), BEGUN + Math.floor((MUCH_OF_IT * term.length) / form.length)])
  }

  function mistyped(term) {
    if (term.length < LETTERS_FOR_ONE || !LETTERS.test(term)) return []
    const most = errorsForgiven(term)
    return index.forms
      .filter((form) => LETTERS.test(form) && Math.abs(form.length - term.length) <= most)
      .map((form) => [form, typingErrors(term, form)])
      .filter(([, errors]) => errors <= most)
      .map(([form, errors]) => [stem(form), errors === 1 ? ONE_ERROR : TWO_ERRORS])
  }

  function worths(term) {
    const worth = new Map()
    for (const [root, likeness] of like(term)) {
      const postings = stems.get(root)
      for (let at = 0; at < postings.length; at += 2) {
        const [place, weight] = [postings[at], postings[at + 1]]
        worth.set(place, Math.max(worth.get(place) ?? 0, likeness * weight))
      }
    }
    return worth
  }

  return (query) => {
    const met = new Map()
    for (const term of terms(query).slice(0, MOST_TERMS)) {
      for (const [place, worth] of worths(term)) {
        const [sum, times] = met.get(place) ?? [0, 0]
        met.set(place, [sum + worth, times + 1])
      }
    }
    const scores = [...met].map(([place, [sum, times]]) => [place, sum * times])
    const best = scores.reduce((most, [, score]) => Math.max(most, score), 0)
    return scores
      .filter(([, score]) => score * SHARE >= best)
      .sort(([place, score], [otherPlace, other]) => other - score || place - otherPlace)
      .map(([place, score]) => ({ number: index.numbers[place], score }))
  }
}

/** How many typing errors are forgiven in a word. */
export function errorsForgiven(word) {
  return word.length >= LETTERS_FOR_TWO ? 2 : 1
}

/** How many letters are wrong, missing, too many or changed over with their neighbour. */
export function typingErrors(one, other) {
  let before = []
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let i = 1; i <= one.length; i += 1) {
    const above = row
    row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1
      let errors = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + wrong)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        errors = Math.min(errors, before[j - 2] + 1)
      }
      row.push(errors)
    }
    before = above
  }
  return row[other.length]
}

/** The words and numbers of a text in small letters without accents. */
function wordsIn(text) {
  const plain = text.replace(APOSTROPHE, "").normalize("NFKD").toLowerCase().replace(MARK, "")
  return (plain.match(WORD) ?? []).map((word) => word.replace(",", "."))
}

/** Ways to take a query apart by the tables of the index. */
function wordsBy({ phrases, idle, irregular, endings }) {
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
