// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// What a page with forms says about the form that was sent before. The variable of each is an object with one member.

extension PageRequest {
  /// What was done: `done.saved`. The field `done` of the page's address names it.
  /// - Parameter messages: what the page has messages for.
  func done<Message: PageFlag>(_ messages: Message.Type) -> Message? {
    isForm ? nil : text("done").flatMap(Message.init)
  }

  /// Which form was refused: `failed.code`.
  func failed<Form: PageFlag>(_ forms: Form.Type) -> Form? { problem == nil ? nil : form(forms) }
}
