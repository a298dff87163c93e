#include "engine/privacy/form/query_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/whole_sums.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/random/exact_choice.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that divisor, draws and D are.
constexpr const char* kQueries = "queries";

struct StatedChoice final : StatedRelease::Details {
  double divisor = 1;
  double draws = 1;
  double move = 0;
};

QueryChoice choice_of(const ReleaseDetails& details) {
  return {.divisor = static_cast<Index>(details[0]), .draws = static_cast<Index>(details[1])};
}

double move_of(const DescribedRelease& release) {
  return answer_move(release.bounds, release.saddle);
}

/// s_j of every query and of its negation.
std::vector<double> scores_of(std::span<const std::int64_t> sums, const Vector& guess,
                              double divisor) {
  const std::size_t size = sums.size();
  std::vector<double> scores(2 * size);
  for (std::size_t j = 0; j < size; ++j) {
    scores[j] = static_cast<double>(sums[j]) / divisor - guess[static_cast<Index>(j)];
    scores[size + j] = -scores[j];
  }
  return scores;
}

/// u_j, whole numbers of steps of the grid.
std::vector<std::int64_t> whole_scores(std::span<const std::int64_t> sums, const Vector& guess,
                                       double divisor, double grid) {
  const std::size_t size = sums.size();
  std::vector<std::int64_t> scores(2 * size);
  for (std::size_t j = 0; j < size; ++j) {
    scores[j] =
        steps_of_sum(sums[j], grid) - nearest_step(divisor * guess[static_cast<Index>(j)], grid);
    scores[size + j] = -scores[j];
  }
  return scores;
}

/// How often each was drawn; without a stream its mean.
void add_whole_draws(std::span<const std::int64_t> scores, std::uint64_t steps, Index draws,
                     std::optional<Stream>& stream, std::span<double> out) {
  if (!stream) return add_expected_counts(scores, steps, draws, out);
  const ExactRate rate{.numerator = 1, .denominator = steps};
  for (Index k = 0; k < draws; ++k) out[exponential_choice(*stream, scores, rate)] += 1;
}

std::uint64_t steps_of(const Release& release, Index records) {
  return whole_steps(release.details[0], release.noise_scale, release.grid,
                     static_cast<double>(records));
}

/// Draws by the scores of a release, or adds what comes in the mean.
void add_draws(std::span<const std::int64_t> sums, const Vector& guess, const Release& release,
               Index samples, Index draws, std::optional<Stream>& stream, std::span<double> out) {
  const double divisor = release.details[0];
  if (release.is_hardened()) {
    add_whole_draws(whole_scores(sums, guess, divisor, release.grid), steps_of(release, samples),
                    draws, stream, out);
  } else {
    PlayerDraws(scores_of(sums, guess, divisor), release.noise_scale)
        .add_counts(stream, draws, out);
  }
}

}  // namespace

void HiddenQueries::show(NonPrivateLook, std::span<double> point) const {
  if (!answers_.guess_) return;
  const auto cells = static_cast<std::size_t>(histogram_.size());
  std::ranges::copy(histogram_, point.begin());
  std::ranges::fill(point.subspan(cells), 0.0);
  std::optional<Stream> exact;
  add_draws(answers_.sums_, *answers_.guess_, answers_.choice_, answers_.samples_, 1, exact,
            point.subspan(cells));
}

double query_choice_rho(double move, const QueryChoice& choice, double scale) {
  const double range = 2 * move / (static_cast<double>(choice.divisor) * scale);
  return static_cast<double>(choice.draws) * 0.125 * range * range;
}

class QueryChoiceForm final : public ReleaseForm {
 public:
  QueryChoiceForm()
      : ReleaseForm({"query-choice", "Queries that are answered worst",
                     "Which queries the records answer otherwise than a public guess, drawn by how "
                     "far it is off."}) {}

  bool is_choice() const override { return true; }
  bool may_cost_less() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a query's score"; }
  std::string_view plain_plural() const override {
    return " choices of queries by the answers of ";
  }
  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return move_of(release) / static_cast<double>(choice_of(release.release.details).divisor);
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "D / m: a record is one summand of a score, which is divided by m = queries.divisor; D "
           "= "
           "queries.move, how far two records' answers to one query can be apart";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": query j is drawn with probability proportional to exp(s_j / b_t), s_j being the sum "
           "of "
           "answers of the records that the step reads over m, less a public guess, and its "
           "negation with exp(-s_j / b_t)";
  }

  std::string_view grid_text() const override { return kWholeSumsText; }

  std::string cost_formula(const DescribedRelease&) const override {
    return "rho_t = K (2 D / (m b_t))^2 / 8 with K = queries.draws, D = queries.move and m = "
           "queries.divisor";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "which queries were drawn, " + std::to_string(choice_of(release.release.details).draws) +
           " in each step, and everything made from them: histograms, synthetic records, trace and "
           "solution";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const QueryChoice choice = choice_of(release.release.details);
    entry.set(kQueries, Json::object({{"divisor", choice.divisor},
                                      {"draws", choice.draws},
                                      {"move", move_of(release)}}));
  }

  /// Sums over fewer than all records are those of blocks that are added one after the other: a
  /// record pays for the draws that come after its block is added.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const QueryChoice choice = choice_of(release.release.details);
    if (choice.divisor >= release.samples) return;
    const double each = query_choice_rho(move_of(release), choice, release.release.noise_scale);
    for (Index read = 0; read < count; ++read) {
      const auto later = static_cast<double>(count - read);
      blocks.add({.first = read * choice.divisor,
                  .records = choice.divisor,
                  .draws = later * static_cast<double>(choice.draws),
                  .cost = later * each});
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedChoice>();
    RecordReader in = entry.inside(kQueries);
    out->divisor = in.number("divisor", NumberRule::count);
    out->draws = in.number("draws", NumberRule::count);
    out->move = in.number("move", NumberRule::not_negative);
    stated.rule_details = {out->divisor, out->draws};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.block.is_whole() &&
                        stated.rule == SensitivityRule::uniform && stated.norm == RowNorm::linf,
                    place, "queries are drawn with scores of uniform sensitivity in linf, in rho");
    const auto& of = stated.details_as<StatedChoice>();
    findings.expect(of.divisor <= stated.samples, place + ".queries.divisor",
                    "a block holds no more than all records");
    check_whole_sums(stated, of.divisor, place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedChoice>();
    findings.compare(place, of.move, stated.sensitivity);
    findings.compare(place, stated.mean_sensitivity, of.move / of.divisor);
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.mechanism != Mechanism::exponential || stated.unit != CostUnit::rho) {
      return kUnproven;
    }
    const auto& of = stated.details_as<StatedChoice>();
    const bool is_admissible = stated.release == ReleaseKind::floating ||
                               whole_steps(of.divisor, noise.scale, noise.grid, stated.samples) > 0;
    if (!is_admissible) return kUnproven;
    return query_choice_rho(of.move, choice_of(stated.rule_details), noise.scale);
  }

  ReleaseDetails written_details(const Json& entry) const override {
    const Json& queries = entry.member(kQueries);
    return {number_of(queries, "divisor"), number_of(queries, "draws")};
  }

  std::string plain_words(const Json& entry) const override {
    const Json& queries = entry.member(kQueries);
    return "exponential mechanism over queries and their negations, " +
           number_text(number_of(queries, "draws")) +
           " drawn in a step by how far a public guess of their answers is off on n = " +
           number_text(number_of(entry, "samples")) + " records; one record moves a score by " +
           figure_text(number_of(queries, "move") / number_of(queries, "divisor")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release&, Index) const override { return 0; }
  double log_likelihood(const Release&, const Vector& released, const Vector& exact,
                        const VertexSet*) const override {
    return log_chance(math::view(released), math::view(exact));
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const QueryChoiceRequest& asked = asked_of(request);
    const auto family = exact.data().queries();
    const QueryChoice choice = choice_of(request.release.details);
    const bool is_of_it = family && asked.guess && asked.guess->size() == family->queries() &&
                          asked.guess->allFinite() && choice.divisor >= 1 && choice.draws >= 1 &&
                          request.release.noise_scale > 0 && has_steps(request.release, exact);
    if (!is_of_it) {
      return Error{ErrorCode::internal, "release", "there are no such queries to draw from"};
    }
    if (asked.answers->used_ <= asked.records && asked.records <= exact.data().samples()) {
      return std::nullopt;
    }
    return Error{ErrorCode::internal, "release",
                 "records are read in their order, each once, and there are not so many"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const QueryChoiceRequest& asked = asked_of(request);
    const Release& release = request.release;
    const Index samples = exact.data().samples();
    const std::span<const std::int64_t> sums = asked.answers->of_first(asked.records, exact);
    Vector& out = exact.value();
    out.setZero(static_cast<Index>(2 * sums.size()));
    const std::span<double> counts(out.data(), 2 * sums.size());
    std::optional<Stream> stream = exact.noise_stream();
    add_draws(sums, *asked.guess, release, samples, choice_of(release.details).draws, stream,
              counts);
    asked.answers->guess_ = asked.guess;
    asked.answers->choice_ = release;
    asked.answers->samples_ = samples;
    exact.charge(release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const bool is_proven = cost.unit() == CostUnit::rho && release.block.is_whole() &&
                           release.batch_size == data.samples() &&
                           release.mechanism == Mechanism::exponential && has_steps(release, exact);
    if (!is_proven) return kUnproven;
    return query_choice_rho(answer_move(data.gradient_bounds(), data.saddle()),
                            choice_of(release.details), release.noise_scale);
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": query j is drawn with probability proportional to exp(u_j / N_t), u_j being the sum "
           "of answers of the records that the step reads, less m times a public guess rounded to "
           "the grid, in steps of the grid, and its negation with exp(-u_j / N_t); N_t = ceil(m "
           "b_t / grid_t)";
  }

  /// A hardened release is one on a grid of whole sums.
  static bool has_steps(const Release& release, const Exact& exact) {
    return !release.is_hardened() || steps_of(release, exact.data().samples()) > 0;
  }

  static const QueryChoiceRequest& asked_of(const Request& request) {
    return static_cast<const QueryChoiceRequest&>(request);
  }
};

const ReleaseForm* query_choice_form() {
  static const QueryChoiceForm form;
  return &form;
}

ReleaseDetails details_of_choice(const QueryChoice& choice) {
  return {static_cast<double>(choice.divisor), static_cast<double>(choice.draws)};
}

QueryChoiceRequest choose_queries(HiddenAnswers& answers, Index records, const Vector& guess,
                                  const Release& release) {
  QueryChoiceRequest request;
  request.form = query_choice_form();
  request.release = release;
  request.answers = &answers;
  request.records = records;
  request.guess = &guess;
  return request;
}

}  // namespace noisy
