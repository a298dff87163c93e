#pragma once

/// The one table of error codes: X(enumerator, "stable-code", "what it means").
/// Codes are part of the file and command-line contract: never rename one, never reuse one.
// clang-format off
#define NOISY_ERROR_CODES(X)                                                                       \
  X(invalid_json,          "invalid-json",          "the text is not JSON")                        \
  X(invalid_link,          "invalid-link",          "a link that was damaged on its way")          \
  X(unknown_field,         "unknown-field",         "a field that the format does not have")       \
  X(missing_field,         "missing-field",         "a required field is absent")                  \
  X(invalid_type,          "invalid-type",          "a value of the wrong JSON type")              \
  X(invalid_value,         "invalid-value",         "a value outside its range or set")            \
  X(conflicting_fields,    "conflicting-fields",    "two fields that exclude each other")          \
  X(unsupported_version,   "unsupported-version",   "a file version that this engine cannot read") \
  X(unknown_algorithm,     "unknown-algorithm",     "no algorithm has this id")                    \
  X(unknown_name,          "unknown-name",          "no loss, data set or rule has this name")     \
  X(invalid_budget,        "invalid-budget",        "a privacy budget that is not positive and finite") \
  X(unsupported_notion,    "unsupported-notion",    "the algorithm has no guarantee of this notion") \
  X(unsupported_neighbours, "unsupported-neighbours", "the algorithm has no guarantee for this relation") \
  X(unsupported_mechanism, "unsupported-mechanism", "the mechanism does not serve this notion or algorithm") \
  X(unsupported_option,    "unsupported-option",    "an option that this algorithm does not have") \
  X(unsupported_regularizer, "unsupported-regularizer", "the algorithm or domain cannot work with this regularizer") \
  X(unsupported_domain,    "unsupported-domain",    "the algorithm cannot work on this domain")    \
  X(infeasible_start,      "infeasible-start",      "the start is not in the domain")              \
  X(unbounded_sensitivity, "unbounded-sensitivity", "no enforced bound limits one record's effect") \
  X(unstable_step,         "unstable-step",         "the step size is outside the method's range") \
  X(needs_convexity,       "output-perturbation-requires-convexity", "the sensitivity of exact descent is unknown without convexity") \
  X(epoch_too_short,       "epoch-too-short",       "an epoch has too few steps for its theorem")  \
  X(no_certificate,        "no-certificate",        "no certificate exists for these parameters")  \
  X(lipschitz_violation,   "lipschitz-violation",   "a gradient is longer than the declared Lipschitz constant") \
  X(privacy_certificate_failed, "privacy-certificate-failed", "a solution is not as near as the noise assumes") \
  X(certificate_precision, "certificate-precision", "rounding is too large for the demanded distance") \
  X(no_reference,          "no-reference",          "the reference solver did not reach its tolerance") \
  X(missing_data,          "missing-data",          "the experiment needs a file that was not supplied") \
  X(empty_data,            "empty-data",            "the data set has no rows or no columns")      \
  X(ragged_data,           "ragged-data",           "rows of different length")                    \
  X(not_a_number,          "not-a-number",          "text where a number was expected")            \
  X(not_finite,            "not-finite",            "NaN or infinity in the data")                 \
  X(missing_value,         "missing-value",         "an empty cell")                               \
  X(unknown_category,      "unknown-category",      "a cell that is none of its column's words")   \
  X(invalid_index,         "invalid-index",         "a feature index out of range or out of order") \
  X(invalid_labels,        "invalid-labels",        "targets that the loss cannot use")            \
  X(file_too_large,        "file-too-large",        "the file does not fit in memory")             \
  X(limit_exceeded,        "limit-exceeded",        "a size beyond the engine's cap")              \
  X(out_of_memory,         "out-of-memory",         "memory ran out")                              \
  X(diverged,              "diverged",              "the iterates are no longer finite")           \
  X(cancelled,             "cancelled",             "the run was cancelled")                       \
  X(worker_died,           "worker-died",           "a worker ended without an answer")            \
  X(not_reproducible,      "not-reproducible",      "the result cannot be replayed")               \
  X(fingerprint_mismatch,  "fingerprint-mismatch",  "the replay gave other bits")                  \
  X(inconsistent_statement, "inconsistent-statement", "a privacy statement's figures do not follow") \
  X(io_failed,             "io-failed",             "a file could not be read or written")         \
  X(invalid_command,       "invalid-command",       "the command line is wrong")                   \
  X(internal,              "internal",              "a defect of the engine")
// clang-format on
