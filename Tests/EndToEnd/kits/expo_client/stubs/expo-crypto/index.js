// SPDX-License-Identifier: Apache-2.0

exports.randomUUID = () => require("node:crypto").randomUUID();
