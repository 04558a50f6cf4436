import Functions
import Runtime

run(PurgeRecords.self)
