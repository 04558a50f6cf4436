// SPDX-License-Identifier: Apache-2.0

import Delivery
import Functions
import Pages
import Runtime

run(SupabaseAuth.self, courier: LiveCourier.init, page: PageRenderer.standalone)
