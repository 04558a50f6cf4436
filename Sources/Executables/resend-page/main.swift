// SPDX-License-Identifier: Apache-2.0

import Mail
import Pages
import Runtime

run(ResendPage.self, courier: MailCourier.init)
