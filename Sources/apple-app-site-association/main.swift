import Functions
import Runtime

run(AppleAppSiteAssociation.self)
