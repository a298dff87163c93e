#include <algorithm>
#include <iterator>

#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/privacy/checks.h"
#include "engine/question/account/query.h"

namespace noisy {
namespace {

struct VarianceReducedQuery {
  VarianceReducedSchedule schedule;
  double noise = 0.0;
  PrivacyTarget target;
  std::string calibration = "tight";
  double noise_constant = 0.0;
};

using Query = VarianceReducedQuery;

constexpr std::string_view kMethod =
    "Renyi DP of batches without replacement, difference and anchor counted at once or by the best "
    "split of the noise";

template <auto Member>
Result<void> store_schedule(const Json& value, const FieldPlace& place, Query& query) {
  return store<Member>(value, place, query.schedule);
}

template <auto Member>
Result<void> store_target(const Json& value, const FieldPlace& place, Query& query) {
  return store<Member, ErrorCode::invalid_budget>(value, place, query.target);
}

Field<Query> samples() {
  return {count_field("samples", "n, public"), &store_schedule<&VarianceReducedSchedule::samples>};
}
Field<Query> batch_size() {
  return {count_field("batchSize", "b, records in a batch"),
          &store_schedule<&VarianceReducedSchedule::batch_size>};
}
Field<Query> steps() {
  return {count_field("steps", "N, all inner steps"),
          &store_schedule<&VarianceReducedSchedule::steps>};
}
Field<Query> anchored_steps() {
  ParameterSpec spec = count_field("anchoredSteps", "steps whose point is the anchor");
  spec.minimum = 0;
  return {optional(spec, "0"), &store_schedule<&VarianceReducedSchedule::anchored_steps>};
}
Field<Query> epsilon() {
  return {positive_field("epsilon", "the target"), &store_target<&PrivacyTarget::epsilon>};
}
Field<Query> delta() {
  ParameterSpec spec = positive_field("delta", "the target, well below 1/n", 1.0);
  return {spec, &store_target<&PrivacyTarget::delta>};
}

/// The fields of a schedule, and after them these.
std::vector<Field<Query>> with_schedule(std::vector<Field<Query>> others) {
  std::vector<Field<Query>> fields = {query_field<Query>(), samples(), batch_size(), steps(),
                                      anchored_steps()};
  std::ranges::move(others, std::back_inserter(fields));
  return fields;
}

const std::vector<Field<Query>>& epsilon_fields() {
  static const std::vector<Field<Query>> kFields = with_schedule(
      {delta(), {positive_field("noise", "standard deviation over G"), &store<&Query::noise>}});
  return kFields;
}

const std::vector<Field<Query>>& noise_fields() {
  static const std::vector<Field<Query>> kFields = with_schedule({
      epsilon(),
      delta(),
      {optional(choice_field("calibration", "whose noise", {"tight", "advanced", "paper"}),
                "tight"),
       &store<&Query::calibration>},
      {optional(positive_field("noiseConstant", "c of the calibration \"paper\"")),
       &store<&Query::noise_constant>},
  });
  return kFields;
}

const std::vector<Field<Query>>& batch_fields() {
  static const std::vector<Field<Query>> kFields = {query_field<Query>(), samples(), steps(),
                                                    epsilon(), delta()};
  return kFields;
}

constexpr FieldRule kNoiseRules[] = {refuses("noiseConstant", ErrorCode::conflicting_fields,
                                             "belongs to \"calibration\": \"paper\"", "calibration",
                                             "- tight advanced")};
constexpr AnswerField kEpsilonAnswer[] = {{"order", "number", "The Renyi order."}};
constexpr AnswerField kNoiseAnswer[] = {
    {"epsilon", "number", "What the accountant proves for the noise."},
    {"order", "number", "The Renyi order, of tight.", false},
    {"share", "number",
     "Of the noise's variance: what is counted for the difference, of tight, where splitting the "
     "noise proves more than counting difference and anchor at once.",
     false},
    {"leastConstant", "number", "The least c that is proven, of paper.", false},
    {"largeEnough", "boolean", "Whether the proof's first condition holds, of paper.", false},
    {"amplified", "boolean", "Whether its second does, of paper.", false}};
constexpr AnswerField kBatchAnswer[] = {{"noise", "number", "That the batch needs, over G."}};

Result<Query> read(const Json& query, const AccountQuery& about,
                   const std::vector<Field<Query>>& fields) {
  Query out;
  if (auto done = read_query(query, about, fields, out); !done)
    return std::unexpected(done.error());
  if (auto checked = check_delta(out.target.delta); !checked)
    return fail(ErrorCode::invalid_budget, "delta", "delta must lie between 0 and 1");
  if (out.schedule.batch_size > out.schedule.samples)
    return fail(ErrorCode::invalid_value, "batchSize", "a batch has at most n records (samples)");
  if (out.schedule.anchored_steps > out.schedule.steps)
    return fail(ErrorCode::invalid_value, "anchoredSteps", "are among the steps: at most as many");
  return out;
}

Result<Json> answer_epsilon(const Json& query, const AccountQuery& about) {
  const auto asked = read(query, about, epsilon_fields());
  if (!asked) return std::unexpected(asked.error());
  const RenyiBound bound =
      variance_reduced_epsilon(asked->schedule, asked->noise, asked->target.delta);
  Json out = answer(bound.value, std::string(kMethod), kUpper);
  out.set("order", bound.order);
  return out;
}

/// The theorem's noise: where its proof holds, and what the accountant says of it.
Result<Json> answer_paper(const Query& asked) {
  const auto paper =
      paper_variance_reduced_noise(asked.schedule, asked.target, asked.noise_constant);
  if (!paper) return std::unexpected(paper.error());
  Json out = answer(paper->noise, "sqrt(c N ln(1/delta)) / (n epsilon)", kUpper);
  out.set("leastConstant", paper->least_constant);
  out.set("largeEnough", paper->is_large_enough);
  out.set("amplified", paper->is_amplified);
  return out;
}

Result<Json> answer_tight(const Query& asked) {
  const auto found = calibrate_variance_reduced(asked.schedule, asked.target);
  if (!found) return std::unexpected(found.error());
  Json out = answer(found->noise, std::string(kMethod), kUpper);
  out.set("order", found->order);
  if (found->share) out.set("share", *found->share);
  return out;
}

Result<Json> answer_advanced(const Query& asked) {
  const auto noise = advanced_variance_reduced_noise(asked.schedule, asked.target);
  if (!noise) return std::unexpected(noise.error());
  return answer(*noise, "advanced composition of sampled Gaussian releases", kUpper);
}

Result<Json> answer_noise(const Json& query, const AccountQuery& about) {
  const auto asked = read(query, about, noise_fields());
  if (!asked) return std::unexpected(asked.error());
  auto out = asked->calibration == "paper"      ? answer_paper(*asked)
             : asked->calibration == "advanced" ? answer_advanced(*asked)
                                                : answer_tight(*asked);
  if (!out) return out;
  const double noise = out->find("value")->number();
  const double reached =
      variance_reduced_epsilon(asked->schedule, noise, asked->target.delta).value;
  // The calibration's own order proves the target; the search for this figure is a few digits less
  // fine.
  out->set("epsilon",
           asked->calibration == "tight" ? std::min(reached, asked->target.epsilon) : reached);
  return out;
}

Result<Json> answer_batch(const Json& query, const AccountQuery& about) {
  auto asked = read(query, about, batch_fields());
  if (!asked) return std::unexpected(asked.error());
  const auto batch = smallest_batch(asked->schedule, asked->target);
  if (!batch) return std::unexpected(batch.error());
  asked->schedule.batch_size = *batch;
  const auto found = calibrate_variance_reduced(asked->schedule, asked->target);
  if (!found) return std::unexpected(found.error());
  Json out =
      answer(static_cast<double>(*batch), "noise within 15 % of what large batches reach", kExact);
  out.set("noise", found->noise);
  return out;
}

constexpr AccountQuery kQueries[] = {
    {"variance-reduced-epsilon",
     "epsilon of variance-reduced gradients",
     "",
     {},
     kEpsilonAnswer,
     [] { return specs_of(epsilon_fields()); },
     &answer_epsilon},
    {"variance-reduced-noise", "the least noise over G", "", kNoiseRules, kNoiseAnswer,
     [] { return specs_of(noise_fields()); }, &answer_noise},
    {"variance-reduced-batch",
     "the smallest batch whose noise is within 15 % of the least",
     "batchSize",
     {},
     kBatchAnswer,
     [] { return specs_of(batch_fields()); },
     &answer_batch}};

}  // namespace

std::span<const AccountQuery> variance_reduced_queries() {
  return kQueries;
}

}  // namespace noisy
