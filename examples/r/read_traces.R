# Prints how the algorithms of a result ended, with base R alone: medians over the repeats, as CSV.
#
#   noisy-descent run examples/quickstart.json --out result.json
#   noisy-descent export result.json --out traces.csv
#   Rscript examples/r/read_traces.R traces.csv

traces <- read.csv(commandArgs(trailingOnly = TRUE)[1], check.names = FALSE)

# What tells one run from another comes first; "repeat" is a word of R's own.
swept <- grep("^sweep\\.", names(traces), value = TRUE)
algorithm <- c("algorithm", "label", swept)
last <- traces[!duplicated(traces[c(algorithm, "repeat")], fromLast = TRUE), ]

# Numbers that read the data exactly say so in their names, and are for study.
measured <- grep("^nonPrivate\\.", names(traces), value = TRUE)
write.csv(aggregate(last[measured], last[algorithm], median), row.names = FALSE)
