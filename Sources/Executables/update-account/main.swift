// SPDX-License-Identifier: Apache-2.0

import Functions
import Mail
import Runtime

run(UpdateAccount.self, courier: MailCourier.init)
