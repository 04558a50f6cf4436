// SPDX-License-Identifier: Apache-2.0

import Mail
import Pages
import Runtime

run(ClientsPage.self, courier: MailCourier.init)
