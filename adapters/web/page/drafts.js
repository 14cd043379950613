// What somebody is writing outlives a reload of the tab.

const DRAFTS = "deaddrop.drafts";
const FIELDS = "#house > :not(#dock) :is(textarea[id], input[id][type=text])"; // forms keep theirs

export function keepDrafts() {
  const drafts = {};
  for (const field of document.querySelectorAll(FIELDS)) {
    if (field.value !== "" && !field.readOnly) {
      drafts[field.id] = field.value;
    }
  }
  try {
    sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
  } catch {
    // a full storage: nothing is kept
  }
}

// Puts them back, once, where nothing else has been written meanwhile.
export function restoreDrafts() {
  const kept = sessionStorage.getItem(DRAFTS);
  sessionStorage.removeItem(DRAFTS);
  for (const [id, text] of Object.entries(JSON.parse(kept ?? "{}"))) {
    const field = document.getElementById(id);
    if (field && field.value === "") {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}
