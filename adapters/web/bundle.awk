# The page's modules as one script: awk -v folder=page -f bundle.awk main.js
# Each module comes once, after those that it imports, as a browser would run them; lines that
# import and export, comments, what lines are indented by, and breaks that tell nothing, go. All modules then share one
# scope, so what one of them declares outside of a function may be declared nowhere else, nor be
# called like something of the browser's own. Whatever is not understood ends it with a line to
# mend.

function wrong(file, line, what) {
  printf "%s/%s:%d: %s\n", folder, file, line, what > "/dev/stderr"
  failed = 1
}

# A name is this module's from here on.
function declare(name, file, line) {
  if (name in owner) {
    wrong(file, line, name " is declared in " owner[name] " as well: call one of them otherwise")
  } else if (name in browsers) {
    wrong(file, line, name " is a name of the browser's: call it otherwise")
  }
  owner[name] = file
}

# The names of { a, b: c, d = 1 }.
function declare_all(text, file, line, exported,    names, count, i) {
  count = split(text, names, ",")
  for (i = 1; i <= count; i++) {
    sub(/ *=.*/, "", names[i])
    sub(/.*: */, "", names[i])
    gsub(/[ .]/, "", names[i])
    if (names[i] != "") {
      declare(names[i], file, line)
      if (exported) { exports[file, names[i]] = 1 }
    }
  }
}

# What a line at the left edge declares.
function look(text, file, line, exported,    name) {
  if (text ~ /^(const|let|var) *[{[]/) {
    if (text !~ /^(const|let|var) *[{[][^{}[]*[}\]] *=/) {
      wrong(file, line, "names that are taken apart stand in one line")
    }
    name = text
    sub(/^[a-z]+ *[{[]/, "", name)
    sub(/[}\]].*/, "", name)
    declare_all(name, file, line, exported)
  } else if (text ~ /^(async +)?(function|class|const|let|var)[ *]/) {
    name = text
    sub(/^(async +)?(function|class|const|let|var)[ *]+/, "", name)
    sub(/[^A-Za-z0-9_$].*/, "", name)
    declare(name, file, line)
    if (exported) { exports[file, name] = 1 }
  } else if (exported) {
    wrong(file, line, "only functions, classes and constants are exported, where they stand")
  }
}

# import { a, b } from "./file.js"; whole, in one line by now
function bring(text, file, line,    from, names, count, i) {
  if (text !~ /^import *\{[A-Za-z0-9_$, ]*\} *from *"\.\/[a-z_]+\.js";$/ || text ~ / as /) {
    wrong(file, line, "an import is: import { one, other } from \"./file.js\";")
    return
  }
  from = text
  sub(/.*"\.\//, "", from)
  sub(/".*/, "", from)
  sub(/^[^{]*\{/, "", text)
  sub(/\}.*/, "", text)
  count = split(text, names, ",")
  for (i = 1; i <= count; i++) {
    gsub(/ /, "", names[i])
    if (names[i] != "") {
      wants++
      want_name[wants] = names[i]
      want_from[wants] = from
      want_file[wants] = file
      want_line[wants] = line
    }
  }
  add(from, file, line)
}

# A line without the comment at its end, where it is surely one: no pattern, template or open string
# stands before it.
function without_comment(text,    at, before, quotes) {
  at = index(text, " // ")
  if (at == 0) { return text }
  before = substr(text, 1, at - 1)
  quotes = gsub(/"/, "", before)
  if (quotes % 2 == 1 || before ~ /['`\/]/) { return text }
  text = substr(text, 1, at - 1)
  sub(/ +$/, "", text)
  return text
}

function add(file, by_file, by_line,    path, text, line, begun, import_text, ticks, copy, said) {
  if (file in added) { return }
  added[file] = 1
  path = folder "/" file
  while ((said = (getline text < path)) > 0) {
    line++
    if (import_text != "" || text ~ /^import[ {]/) {
      if (import_text == "") { begun = line }
      import_text = import_text text " "
      if (text ~ /; *$/) {
        sub(/ +$/, "", import_text)
        bring(import_text, file, begun)
        import_text = ""
      }
      continue
    }
    if (text ~ /^ *\/\//) { continue }
    copy = text
    ticks = gsub(/`/, "", copy)
    if (ticks % 2 == 1) { wrong(file, line, "a template ends in the line where it begins") }
    if (text ~ /import *\(/ || text ~ /import\.meta/) {
      wrong(file, line, "nothing is imported later than at the beginning")
    }
    if (text ~ /^export /) {
      sub(/^export +/, "", text)
      look(text, file, line, 1)
    } else {
      look(text, file, line, 0)
    }
    sub(/^ +/, "", text)
    text = without_comment(text)
    if (text ~ /^[]})?:]|^\.[^.]/) { sub(/\n$/, "", body[file]) } # the line before goes on
    if (text != "") { body[file] = body[file] text (text ~ /\/\/|[^{,;([]$/ ? "\n" : "") }
  }
  close(path)
  if (said < 0) { wrong(by_file, by_line, "there is no " file) }
  order[++count_of_files] = file
}

BEGIN {
  split("name status event open close stop find focus blur print parent top self length origin " \
    "history location screen alert confirm prompt scroll document window navigator caches crypto " \
    "performance fetch closed frames opener external", list, " ")
  for (i in list) { browsers[list[i]] = 1 }
  add(ARGV[1], ARGV[1], 0)
  for (i = 1; i <= wants; i++) {
    if (!((want_from[i], want_name[i]) in exports)) {
      wrong(want_file[i], want_line[i], want_from[i] " exports no " want_name[i])
    }
  }
  if (failed) { exit 1 }
  print "\"use strict\";"
  for (i = 1; i <= count_of_files; i++) { printf "%s", body[order[i]] }
}
