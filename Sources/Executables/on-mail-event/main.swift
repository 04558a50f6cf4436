// SPDX-License-Identifier: Apache-2.0

import Functions
import Mail
import Runtime

run(OnMailEvent.self, mailWebhooks: MailVendor.webhooks)
