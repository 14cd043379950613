const text = `one
two`;
