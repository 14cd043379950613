// The page's own words: the sentences "web.page.…" of the language file, which the server puts
// into the page. A sentence names its arguments in braces: {name}, or by number
// {count, plural, =0 {…} one {# …} other {# …}}, as config/languages/README.md has it.

const given = JSON.parse(document.getElementById("words").textContent);
const { language, words } = given;
const plurals = new Intl.PluralRules(language);

// The place of the brace that closes the one at this place.
function closing(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "\\") {
      i++;
    } else if (text[i] === "{") {
      depth++;
    } else if (text[i] === "}" && --depth === 0) {
      return i;
    }
  }
  return text.length;
}

// The branches of a plural: selector → sentence.
function branchesOf(text) {
  const branches = new Map();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    if (open < 0) {
      break;
    }
    const end = closing(text, open);
    branches.set(text.slice(at, open).trim(), text.slice(open + 1, end));
    at = end + 1;
  }
  return branches;
}

function argumentOf(body, args) {
  const [name, , ...rest] = body.split(",");
  const value = args[name.trim()] ?? "–";
  if (rest.length === 0) {
    return [value];
  }
  const branches = branchesOf(rest.join(","));
  const sentence = branches.get(`=${value}`) ?? branches.get(plurals.select(Number(value))) ??
    branches.get("other") ?? "";
  return piecesOf(sentence, args, String(value));
}

// A sentence as strings and what was given for its arguments; number: what # shows.
function piecesOf(text, args, number) {
  const pieces = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    if (text[at] === "{") {
      const end = closing(text, at);
      pieces.push(plain, ...argumentOf(text.slice(at + 1, end), args));
      plain = "";
      at = end;
    } else if (text[at] === "#" && number !== undefined) {
      plain += number;
    } else {
      at += text[at] === "\\" ? 1 : 0;
      plain += text[at] ?? "";
    }
    at++;
  }
  return [...pieces, plain].filter((piece) => piece !== "");
}

// A sentence in pieces: its arguments may be elements.
export const pieces = (key, args = {}) => piecesOf(words[key] ?? key, args);

// Which version of the page this is.
export const pageVersion = given.version;

// A sentence as text.
export const say = (key, args = {}) => pieces(key, args).join("");
