// text.mjs - bytes as text, a letter each: exchange structures are ASCII, and what is beyond it is taken as it is.
export function latin1(bytes, end = bytes.length) {
  const most = 1 << 13, pieces = [];
  for (let i = 0; i < end; i += most) pieces.push(String.fromCharCode(...bytes.subarray(i, Math.min(i + most, end))));
  return pieces.join('');
}
