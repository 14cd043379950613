const { one } = await import("./other.js");
