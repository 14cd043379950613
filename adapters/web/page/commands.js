// The list of slash commands: the same for everybody, so it comes over HTTP, packed, and the
// browser keeps it from one visit to the next.

// A tag without what a proxy or the packing has put around it.
const plain = (tag) => (tag ?? "").replaceAll(/^W\/|"|-gz/gu, "");

export class Commands {
  constructor(ask = () => fetch("/commands.json")) {
    this.ask = ask;
    this.list = [];
    this.tag = null;
  }

  // Begins to fetch it, before it is known which one is wanted.
  begin() {
    this.coming ??= this.bring();
  }

  async bring() {
    try {
      const answer = await this.ask();
      if (answer.ok) {
        this.list = await answer.json();
        this.tag = plain(answer.headers.get("ETag"));
      }
    } catch {
      // the line is down: the next greeting asks again
    }
  }

  // The list of this tag, as far as it can be had.
  async of(tag) {
    await this.coming;
    if (this.tag !== plain(tag)) {
      this.coming = this.bring();
      await this.coming;
    }
    return this.list;
  }
}
