// SPDX-License-Identifier: Apache-2.0

const items = new Map();
exports.__esModule = true;
exports.default = {
  items,
  getItem: async (key) => items.get(key) ?? null,
  setItem: async (key, value) => void items.set(key, value),
  removeItem: async (key) => void items.delete(key),
};
