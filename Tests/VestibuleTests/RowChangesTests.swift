// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import vestibule

@Suite("Which values of a row replace those of its account") struct RowChangesTests {
  private func row(name: String? = "Kim", isDisabled: Bool = false) -> Fingerprint {
    Fingerprint(
      of: Person(
        externalID: "1", emailVerified: true, identities: [], isPasswordLost: false, displayName: name,
        isDisabled: isDisabled, notes: []))
  }

  private func name(_ name: String?, before: String?, here: String?) -> (value: String?, changes: RowChanges) {
    var changes = RowChanges(from: row(name: before), to: row(name: name))
    return (changes.value(.displayName, name, insteadOf: here), changes)
  }

  @Test func `what has changed in the source replaces what has not changed here`() {
    let changed = name("Kim Lee", before: "Kim", here: "Kim")
    #expect(changed.value == "Kim Lee" && !changed.changes.hasKept)
    #expect(changed.changes.fingerprint == row(name: "Kim Lee"))
  }

  @Test func `what was changed here stays, and counts as changed here from then on`() {
    let kept = name("Kim Lee", before: "Kim", here: "Kimmy")
    #expect(kept.value == "Kimmy" && kept.changes.hasKept)
    #expect(kept.changes.fingerprint[.displayName] == Fingerprint.part("Kim"))
    // A value that only this side has changed is not a conflict.
    let own = name("Kim", before: "Kim", here: "Kimmy")
    #expect(own.value == "Kimmy" && !own.changes.hasKept)
  }

  @Test func `the same value on both sides ends the conflict`() {
    let equal = name("Kim Lee", before: "Kim", here: "Kim Lee")
    #expect(equal.value == "Kim Lee" && !equal.changes.hasKept)
    #expect(equal.changes.fingerprint == row(name: "Kim Lee"))
  }

  @Test func `an empty value here is none, and a row without a value keeps that of the account`() {
    #expect(name("Kim", before: nil, here: "").value == "Kim")
    #expect(name(nil, before: "Kim", here: "Kim").value == "Kim")
  }

  @Test func `a lock of this side stays when the source has locked the account too`() {
    var changes = RowChanges(from: row(), to: row(isDisabled: true))
    #expect(changes.value(.status, "disabled", insteadOf: "disabled") == "disabled")
    #expect(changes.fingerprint[.status] == row()[.status])
  }

  @Test func `a fingerprint without the parts of few rows is that of earlier releases`() {
    var kim = Person(
      externalID: "1", emailVerified: true, identities: [], isPasswordLost: false, isDisabled: false, notes: [])
    #expect(Fingerprint(of: kim).text.split(separator: ".", omittingEmptySubsequences: false).count == 7)
    (kim.username, kim.profile) = ("kim", ["classYear": 2])
    #expect(Fingerprint(of: kim)[.username] == Fingerprint.part("kim"))
    #expect(row()[.profile] == "")
  }
}
