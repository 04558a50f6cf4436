// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import HTTP
import Pages

/// Checks what people forget between a laptop and an installation that others use.
extension Diagnosis {
  /// Mails that are written to a folder, although links lead to a public server.
  func folderFindings() -> [Finding] {
    guard let url = try? settings.publicURL(), url.hasPrefix("https://"), !isLoopback(host(ofURL: url)),
      let relays = try? settings["MAIL_URL"] ?? "maildir:", relays.hasPrefix("maildir:")
    else { return [] }
    return [
      .warning(
        "mail", "mails are written to a folder (MAIL_URL), and nobody gets them",
        advice: "Set MAIL_URL to a mail server or vendor.")
    ]
  }

  /// Whether the server to which links lead answers. A reserved name (RFC 2606) is not asked.
  func publicURLFindings() -> [Finding] {
    guard let url = try? settings.publicURL() else { return [] }
    let host = host(ofURL: url)
    if ["example", "test", "invalid", "localhost"].contains(where: { host == $0 || host.hasSuffix(".\($0)") }) {
      return []
    }
    let advice =
      "Check the server, its certificate and its route /jwks. Another machine may reach it although this one does not."
    do throws(Problem) {
      let response = try HTTPClient().get("\(url)/jwks", traceparent: nil, by: Deadline(in: timeout))
      guard response.status == 200 else {
        return [.warning("PUBLIC_URL", "\(url)/jwks answers with the status \(response.status)", advice: advice)]
      }
      return [.ok("PUBLIC_URL", "\(url) answers")]
    } catch {
      return [.warning("PUBLIC_URL", "\(error.detail) (\(error.cause ?? ""))", advice: advice)]
    }
  }

  /// A policy with which nobody can sign in on a page, such as one with the identity providers of a native app only.
  func pageFindings(_ environment: Environment) -> [Finding] {
    guard (try? settings.publicURL()) != nil, (try? SignInOnPages.isPossible(environment)) == false else { return [] }
    return [.ok("pages", "no sign-in method of the policy works in a browser, so pages lead to the app")]
  }

  /// SQLite in a folder of another machine: its locks may not work there (sqlite.org/faq.html#q5).
  func fileSystemFindings(ofDatabase path: String) -> [Finding] {
    guard let place = realpath(folder(of: path), nil) else { return [] }
    defer { free(place) }
    guard let mounts = try? readFile("/proc/self/mountinfo"),
      let type = Self.fileSystem(of: String(cString: place), mounts: String(decoding: mounts, as: UTF8.self)),
      Self.networkFileSystems.contains(type)
    else { return [] }
    return [
      .warning(
        "files", "the database is on a network file system (\(type)), where locks may not work",
        advice: "Move it to a disk of this machine, or use PostgreSQL.")
    ]
  }

  /// The type of the file system of a folder.
  /// - Parameter mounts: as in /proc/self/mountinfo (proc(5)): the fifth field is the mount point, and the type follows
  ///   a lone hyphen.
  private static func fileSystem(of folder: String, mounts: String) -> String? {
    var best: (point: String, type: String)?
    for line in mounts.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count > 5, let hyphen = fields.firstIndex(of: "-"), hyphen + 1 < fields.count else { continue }
      let point = fields[4]
      guard folder == point || point == "/" || folder.hasPrefix(point + "/") else { continue }
      // A later mount at the same place covers an earlier one.
      if point.utf8.count >= best?.point.utf8.count ?? 0 { best = (point, fields[hyphen + 1]) }
    }
    return best?.type
  }

  private static let networkFileSystems: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "9p", "afs", "ocfs2", "gfs2", "lustre", "gpfs", "fuse.sshfs",
    "fuse.glusterfs", "fuse.s3fs", "fuse.ceph",
  ]
}
