// SPDX-License-Identifier: Apache-2.0

import Functions
import Mail
import Runtime

run(SendInvitation.self, courier: MailCourier.init)
