// SPDX-License-Identifier: Apache-2.0

const listeners = new Set();
exports.Platform = { OS: "android" };
exports.front = () => listeners.forEach((listener) => listener("active"));
exports.AppState = {
  addEventListener(type, listener) {
    listeners.add(listener);
    return { remove: () => listeners.delete(listener) };
  },
};
