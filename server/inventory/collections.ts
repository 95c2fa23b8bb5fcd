/** Adds to the list under `key`; the list is grown in place, since hostile pastes have a hundred thousand entries. */
export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
