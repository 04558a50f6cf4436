// SPDX-License-Identifier: Apache-2.0

import Delivery
import Pages
import Runtime

run(ClientPage.self, courier: LiveCourier.init)
