// SPDX-License-Identifier: Apache-2.0

const handlers = new Set();
exports.phone = { initialURL: null, open: (url) => handlers.forEach((handler) => handler({ url })) };
exports.getInitialURL = async () => exports.phone.initialURL;
exports.addEventListener = (type, handler) => {
  handlers.add(handler);
  return { remove: () => handlers.delete(handler) };
};
