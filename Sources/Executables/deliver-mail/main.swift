// SPDX-License-Identifier: Apache-2.0

import Functions
import Mail
import Runtime

run(DeliverMail.self, courier: MailCourier.init)
