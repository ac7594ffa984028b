name <- commandArgs(trailingOnly = TRUE)[1]
cat("Hello, ", name, ", from R\n", sep = "")
