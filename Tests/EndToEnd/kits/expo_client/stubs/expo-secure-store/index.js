// SPDX-License-Identifier: Apache-2.0

// A keychain in memory with the limits of the real one: names of letters, digits, `.`, `-` and `_`, and 2,048 bytes.
exports.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY = 1;
exports.device = { items: new Map(), operations: Infinity };

async function operate(key, action) {
  await null;
  if (!/^[\w.-]+$/.test(key)) throw new Error("invalid key");
  if (exports.device.operations-- <= 0) throw new Error("killed");
  return action(exports.device.items);
}

exports.getItemAsync = (key) => operate(key, (items) => items.get(key) ?? null);
exports.deleteItemAsync = (key) => operate(key, (items) => void items.delete(key));
exports.setItemAsync = (key, value) =>
  operate(key, (items) => {
    if (typeof value !== "string" || Buffer.byteLength(value) > 2048) throw new Error("the value is too large");
    items.set(key, value);
  });
