const all = {};
const {
  one,
} = all;
