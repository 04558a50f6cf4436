// SPDX-License-Identifier: Apache-2.0

exports.play = { referrer: "utm_source=google-play&utm_medium=organic", asked: 0 };
exports.getInstallReferrerAsync = async () => {
  exports.play.asked++;
  return exports.play.referrer;
};
