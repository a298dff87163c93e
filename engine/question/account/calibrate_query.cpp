#include <cmath>

#include "engine/question/account/query.h"
#include "engine/question/account/releases_query.h"

namespace noisy {
namespace {

struct CalibrateQuery : ReleasesQuery {
  std::string find;
  std::string mechanism = "gaussian";
  double epsilon = 0.0;
  double noise_multiplier = 0.0;
  double batch_size = 0.0;
};

const std::vector<Field<CalibrateQuery>>& fields() {
  static const std::vector<Field<CalibrateQuery>> kFields = [] {
    using Query = CalibrateQuery;
    std::vector<Field<Query>> out = releases_fields<Query>();
    out.push_back({choice_field("find", "what to choose",
                                {"noiseMultiplier", "steps", "samplingRate", "samples"}),
                   &store<&Query::find>});
    out.push_back(
        {optional(choice_field("mechanism", "the noise", {"gaussian", "laplace"}), "gaussian"),
         &store<&Query::mechanism>});
    out.push_back({positive_field("epsilon", "the target"),
                   &store<&Query::epsilon, ErrorCode::invalid_budget>});
    out.push_back({optional(positive_field("noiseMultiplier", "noise over sensitivity")),
                   &store<&Query::noise_multiplier>});
    out.push_back({optional(count_field("batchSize", "records in a batch, for samples")),
                   &store<&Query::batch_size>});
    return out;
  }();
  return kFields;
}

constexpr ErrorCode kConflict = ErrorCode::conflicting_fields;
constexpr FieldRule kRules[] = {
    refuses("noiseMultiplier", kConflict, kIsAnswered, "find", "noiseMultiplier"),
    refuses("steps", kConflict, kIsAnswered, "find", "steps"),
    refuses("samplingRate", kConflict, kIsAnswered, "find", "samplingRate"),
    needs("noiseMultiplier", "is required: noise over sensitivity", "find",
          "steps samplingRate samples"),
    needs("batchSize", "is required: records in a batch", "find", "samples"),
    refuses("samplingRate", kConflict, "follows from batchSize and the samples: leave it out",
            "find", "samples"),
    refuses("batchSize", kConflict, "belongs to \"find\": \"samples\"", "find",
            "noiseMultiplier steps samplingRate")};

Result<CalibrateQuery> read(const Json& query, const AccountQuery& about) {
  CalibrateQuery out;
  if (auto done = read_query(query, about, fields(), out); !done)
    return std::unexpected(done.error());
  if (auto settled = settle(out); !settled) return std::unexpected(settled.error());
  out.releases.mechanism = out.mechanism == "gaussian" ? Mechanism::gaussian : Mechanism::laplace;
  if (out.find != "noiseMultiplier") out.releases.noise_multiplier = out.noise_multiplier;
  return out;
}

Result<double> found(const CalibrateQuery& query) {
  const PrivacyTarget target{query.epsilon, query.delta};
  if (query.find == "noiseMultiplier") return least_noise(query.releases, query.accountant, target);
  if (query.find == "steps") return most_steps(query.releases, query.accountant, target);
  if (query.find == "samplingRate") return largest_rate(query.releases, query.accountant, target);
  return smallest_samples(query.releases, query.accountant, target, query.batch_size);
}

Result<Json> answer_calibrate(const Json& query, const AccountQuery& about) {
  const Result<CalibrateQuery> asked = read(query, about);
  if (!asked) return std::unexpected(asked.error());
  const auto value = found(*asked);
  if (!value) return std::unexpected(value.error());
  Releases at = asked->releases;
  if (asked->find == "noiseMultiplier") at.noise_multiplier = *value;
  if (asked->find == "steps") at.steps = *value;
  if (asked->find == "samplingRate") at.sampling_rate = *value;
  if (asked->find == "samples") at.sampling_rate = std::fmin(1.0, asked->batch_size / *value);
  if (*value == 0)
    return answer(0.0, asked->find == "noiseMultiplier" ? "no noise is needed" : "none is possible",
                  kExact);
  const auto reached = releases_epsilon(at, asked->accountant, asked->delta);
  if (!reached) return std::unexpected(reached.error());
  Json out = answer(*value, method_text(at, *reached), reached->is_exact ? kExact : kUpper);
  out.set("epsilon", reached->value);
  return out;
}

constexpr AccountQuery kQueries[] = {
    {"calibrate", "the least noise, most steps, largest rate or smallest n that meets the target",
     "", kRules, kReachedEpsilon, [] { return specs_of(fields()); }, &answer_calibrate}};

}  // namespace

std::span<const AccountQuery> calibrate_queries() {
  return kQueries;
}

}  // namespace noisy
