// SPDX-License-Identifier: Apache-2.0

import Delivery
import Pages
import Runtime

run(AccountPage.self, courier: LiveCourier.init)
