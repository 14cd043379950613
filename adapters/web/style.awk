# The page's style without its comments, as one line:
# awk -f style.awk page.css. No string of it may hold the beginning of a comment.
{
  out = ""
  while ($0 != "") {
    if (inside) {
      at = index($0, "*/")
      if (at == 0) { $0 = ""; break }
      $0 = substr($0, at + 2)
      inside = 0
    } else {
      at = index($0, "/*")
      if (at == 0) { out = out $0; break }
      out = out substr($0, 1, at - 1)
      $0 = substr($0, at + 2)
      inside = 1
    }
  }
  gsub(/^ +| +$/, "", out)
  if (out ~ /^[a-z-]+: /) { sub(/: /, ":", out) }
  sub(/ \{$/, "{", out)
  if (out !~ /"/) { gsub(/, /, ",", out) }
  if (out ~ /^}/) { sub(/;$/, "", css) }
  if (out != "") { css = css out (out ~ /[{};,]$/ ? "" : " ") }
}
END { print css; exit inside }
