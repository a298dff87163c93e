#include <cmath>

#include "engine/question/account/query.h"
#include "engine/question/account/releases_query.h"

namespace noisy {
namespace {

struct LaplaceQuery : ReleasesQuery {
  double epsilon = 0.0;
  double scale = 0.0;
  double sensitivity = 1.0;
};

const std::vector<Field<LaplaceQuery>>& fields() {
  static const std::vector<Field<LaplaceQuery>> kFields = [] {
    std::vector<Field<LaplaceQuery>> out = releases_fields<LaplaceQuery>();
    out.push_back({optional(positive_field("scale", "b: the mean size of the noise")),
                   &store<&LaplaceQuery::scale>});
    out.push_back({optional(positive_field("sensitivity", "L1 sensitivity"), "1"),
                   &store<&LaplaceQuery::sensitivity>});
    out.push_back({optional(number_field("epsilon", "the target", -kLargestNumber)),
                   &store<&LaplaceQuery::epsilon, ErrorCode::invalid_budget>});
    return out;
  }();
  return kFields;
}

constexpr FieldRule kNeedsScale = needs("scale", "is required: b of the noise");
constexpr FieldRule kNeedsEpsilon = needs("epsilon", "is required: the target");
constexpr FieldRule kEpsilonRules[] = {kNeedsScale};
constexpr FieldRule kDeltaRules[] = {kNeedsScale, kNeedsEpsilon};
constexpr FieldRule kNoiseRules[] = {kNeedsEpsilon};

Result<LaplaceQuery> read(const Json& query, const AccountQuery& about) {
  LaplaceQuery out;
  out.releases.mechanism = Mechanism::laplace;
  if (auto done = read_query(query, about, fields(), out); !done)
    return std::unexpected(done.error());
  if (auto settled = settle(out); !settled) return std::unexpected(settled.error());
  if (out.scale > 0) out.releases.noise_multiplier = out.scale / out.sensitivity;
  return out;
}

Result<Json> answer_noise(const LaplaceQuery& query) {
  const auto multiplier =
      least_noise(query.releases, query.accountant, {query.epsilon, query.delta});
  if (!multiplier) return std::unexpected(multiplier.error());
  Releases at = query.releases;
  if (*multiplier == 0)
    return answer(0.0, "no release sees the record with a probability above delta", kExact);
  at.noise_multiplier = *multiplier;
  const auto reached = releases_epsilon(at, query.accountant, query.delta);
  if (!reached) return std::unexpected(reached.error());
  const double scale = *multiplier * query.sensitivity;
  Json out = answer(scale, method_text(at, *reached), reached->is_exact ? kExact : kUpper);
  out.set("epsilon", reached->value);
  return out;
}

Result<Json> answer_laplace(const Json& query, const AccountQuery& about) {
  const Result<LaplaceQuery> asked = read(query, about);
  if (!asked) return std::unexpected(asked.error());
  const std::string_view name = about.name;
  if (name == "laplace-noise") return answer_noise(*asked);
  const Releases releases = for_one_answer(asked->releases);
  const auto value = name == "laplace-epsilon"
                         ? releases_epsilon(releases, asked->accountant, asked->delta)
                         : releases_delta(releases, asked->accountant, asked->epsilon);
  if (!value) return std::unexpected(value.error());
  return accounted_json(asked->releases, *value);
}

constexpr AccountQuery kQueries[] = {
    {"laplace-epsilon", "epsilon of Laplace releases", "epsilon", kEpsilonRules, kAccountedAnswer,
     [] { return specs_of(fields()); }, &answer_laplace},
    {"laplace-delta", "delta of Laplace releases", "delta", kDeltaRules, kAccountedAnswer,
     [] { return specs_of(fields()); }, &answer_laplace},
    {"laplace-noise", "the smallest scale", "scale", kNoiseRules, kReachedEpsilon,
     [] { return specs_of(fields()); }, &answer_laplace}};

}  // namespace

std::span<const AccountQuery> laplace_queries() {
  return kQueries;
}

}  // namespace noisy
