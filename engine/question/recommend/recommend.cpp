#include "engine/question/recommend/recommend.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/question/recommend/candidate_grid.h"
#include "engine/question/recommend/ranking.h"
#include "engine/question/recommend/recommend_input.h"
#include "engine/question/recommend/recommend_report.h"

namespace noisy {
namespace {

constexpr std::size_t kShown = 5;
/// So many clips are looked at with more steps.
constexpr std::size_t kClips = 3;
/// A first choice that ends farther than this share of its start's gap is not worth its budget.
constexpr double kWorthwhile = 0.95;
constexpr int kHalvings = 10;
/// A first look is at so many twins: each strength of signal twice (twin_family).
constexpr std::size_t kFewTwins = 8;
/// So many candidates are played on all twins.
constexpr std::size_t kFinalists = 10;

using Ends = std::vector<std::vector<TwinEnd>>;

class Search {
 public:
  Search(RecommendInput input, int threads) : input_(std::move(input)), threads_(threads) {}

  Result<void> draw_twins() {
    const auto family = twin_family(input_.source);
    std::vector<std::optional<Result<TwinPlayer>>> drawn(family.size());
    math::ThreadPool pool(threads_);
    pool.parallel_for(std::ssize(family), [&](Index k) {
      const auto at = static_cast<std::size_t>(k);
      drawn[at] = TwinPlayer::create(input_.source, family[at], input_.setting.point.problem,
                                     static_cast<std::uint64_t>(k));
    });
    twins_.reserve(family.size());
    for (auto& twin : drawn) {
      if (!*twin) return std::unexpected(std::move((*twin).error()));
      twins_.push_back(**std::move(twin));
    }
    for (const TwinPlayer& twin : twins_) all_.push_back(&twin);
    return {};
  }

  /// Compares many candidates on few twins, and the best of them on more (successive halving).
  Result<void> choose() {
    std::vector<Candidate> first = first_grid(input_.scale, stated());
    if (auto planned = prepare(first); !planned) return planned;
    const Ends seen = play_all(few(), first, stated(), threads_);
    const auto order = order_of(log_regrets(few(), seen));
    candidates_ = grid_around(first[order.front()], stated());
    // A look at few steps favours clips that keep large ones stable: others may be better with
    // more.
    std::vector<double> clips = {first[order.front()].clip};
    for (const std::size_t at : order) {
      if (clips.size() == kClips) break;
      if (std::ranges::find(clips, first[at].clip) != clips.end()) continue;
      clips.push_back(first[at].clip);
      add_new(grid_beyond(first[at], stated()), candidates_);
    }
    if (auto planned = plan_noise(input_.setting, candidates_); !planned) return planned;
    keep_best();
    // The best number of steps and momentum were found with coarse clips and travels.
    add_new(grid_finer(candidates_.front(), stated()), candidates_);
    if (auto planned = plan_noise(input_.setting, candidates_); !planned) return planned;
    ends_ = play_all(all_, candidates_, stated(), threads_);
    regrets_ = log_regrets(all_, ends_);
    order_ = order_of(regrets_);
    return {};
  }

  std::vector<Recommended> ranked() const {
    std::vector<Recommended> out;
    for (std::size_t i = 0; i < std::min(kShown, order_.size()); ++i) {
      const std::size_t at = order_[i];
      const Candidate& candidate = candidates_[at];
      const AlgorithmSpec spec = spec_of(candidate, stated());
      out.push_back({.algorithm = spec.id,
                     .parameters = json_of(spec).member("parameters"),
                     .gradient_clip = candidate.clip,
                     .strength = input_.strength,
                     .noise = candidate.noise,
                     .regret = math::exp(regrets_[at]),
                     .expected = expected_of(all_, ends_, at)});
    }
    return out;
  }

  /// What is best with some times as many records, near the first choice.
  Result<MoreRecords> with_records(double factor) const {
    NoiseSetting setting = input_.setting;
    LoadedData facts{.records = AbsentRecords{},
                     .facts = setting.facts->facts,
                     .target = "",
                     .hash = "",
                     .counts = {},
                     .has_header = std::nullopt,
                     .public_width = setting.facts->public_width};
    const auto samples = static_cast<Index>(factor * static_cast<double>(input_.source.samples));
    facts.records = AbsentRecords{.samples = samples, .features = setting.facts->features()};
    setting.facts = std::make_shared<const LoadedData>(std::move(facts));
    auto found = near(setting, 2);
    if (!found) return std::unexpected(std::move(found.error()));
    return MoreRecords{samples, *found};
  }

  /// The epsilon of the last halving that is still worth running, or of the first doubling that is.
  Result<std::optional<double>> least_epsilon(bool is_worth) const {
    const PrivacySpec& privacy = input_.setting.point.privacy;
    if (!privacy.epsilon) return std::nullopt;
    const double factor = is_worth ? 0.5 : 2;
    double epsilon = *privacy.epsilon;
    for (int i = 0; i < kHalvings; ++i) {
      NoiseSetting setting = input_.setting;
      setting.point.privacy.epsilon = epsilon * factor;
      const auto found = near(setting, factor, i + 1);
      if (!found) return is_worth ? std::optional(epsilon) : std::nullopt;
      const bool still = found->gap_share < kWorthwhile;
      if (is_worth && !still) return epsilon;
      epsilon *= factor;
      if (!is_worth && still) return epsilon;
    }
    return std::nullopt;
  }

  const RecommendInput& input() const { return input_; }
  AlgorithmSpec first_spec() const { return spec_of(first(), stated()); }
  const Candidate& first() const { return candidates_[order_.front()]; }

 private:
  const StatedChoice& stated() const { return input_.setting.stated; }

  Result<void> prepare(std::vector<Candidate>& candidates) const {
    if (auto planned = plan_noise(input_.setting, candidates); !planned) return planned;
    drop_noisy(input_.scale, candidates);
    return {};
  }

  std::span<const TwinPlayer* const> few() const { return std::span(all_).first(kFewTwins); }

  /// Leaves the candidates that are best on few twins, the best first.
  void keep_best() {
    const Ends ends = play_all(few(), candidates_, stated(), threads_);
    auto order = order_of(log_regrets(few(), ends));
    order.resize(std::min(kFinalists, order.size()));
    std::vector<Candidate> kept;
    for (const std::size_t at : order) kept.push_back(candidates_[at]);
    candidates_ = std::move(kept);
  }

  /// What the best of a few candidates reaches with other noise.
  ///
  /// @param factor  2 where noise is less, 1/2 where it is more
  /// @param times   how often
  Result<Expected> near(const NoiseSetting& setting, double factor, int times = 1) const {
    Candidate centre = first();
    if (times > 1 && !stated().step_size) {
      centre.step_size *= math::pow(factor, static_cast<double>(times - 1));
    }
    std::vector<Candidate> candidates = grid_towards(centre, factor, stated());
    if (auto planned = plan_noise(setting, candidates); !planned) {
      return std::unexpected(std::move(planned.error()));
    }
    const Ends ends = play_all(few(), candidates, stated(), threads_);
    return expected_of(few(), ends, order_of(log_regrets(few(), ends)).front());
  }

  Expected expected_of(std::span<const TwinPlayer* const> twins, const Ends& ends,
                       std::size_t candidate) const {
    Expected out;
    std::vector<double> scores;
    std::vector<double> gaps;
    for (std::size_t k = 0; k < twins.size(); ++k) {
      scores.push_back(twins[k]->score(ends[k][candidate].point));
      gaps.push_back(ends[k][candidate].gap);
      out.score += scores.back() / static_cast<double>(twins.size());
      out.start += twins[k]->blind_score() / static_cast<double>(twins.size());
    }
    out.low = quantile_of(scores, 0.1);
    out.high = quantile_of(scores, 0.9);
    out.gap = quantile_of(gaps, 0.5);
    out.gap_share = math::exp(mean_progress(twins, ends, candidate));
    return out;
  }

  RecommendInput input_;
  int threads_;
  std::vector<TwinPlayer> twins_;
  std::vector<const TwinPlayer*> all_;
  std::vector<Candidate> candidates_;
  Ends ends_;
  std::vector<double> regrets_;
  std::vector<std::size_t> order_;
};

}  // namespace

Result<Recommendation> recommend(const Experiment& given, const RecommendRequest& request) {
  auto input = recommend_input(given, request);
  if (!input) return std::unexpected(std::move(input.error()));
  Search search(*std::move(input), request.threads);
  if (auto drawn = search.draw_twins(); !drawn) return std::unexpected(std::move(drawn.error()));
  if (auto chosen = search.choose(); !chosen) return std::unexpected(std::move(chosen.error()));

  Recommendation out;
  out.ranked = search.ranked();
  out.measure = search.input().source.prediction == Prediction::numbers ? "r2" : "accuracy";
  out.worth_running = out.ranked.front().expected.gap_share < kWorthwhile;
  const auto least = search.least_epsilon(out.worth_running);
  if (!least) return std::unexpected(least.error());
  out.least_epsilon = *least;
  for (const double factor : {2.0, 4.0, 10.0}) {
    auto more = search.with_records(factor);
    if (!more) return std::unexpected(std::move(more.error()));
    out.larger_n.push_back(*std::move(more));
  }
  out.experiment = written_experiment(given, search.input(), search.first(), search.first_spec());
  out.sentences = recommendation_sentences(given, search.input(), out);
  return out;
}

Result<std::string> with_any_algorithm(std::string_view text) {
  auto tree = parse_json(text);
  if (!tree) return std::unexpected(std::move(tree.error()));
  if (tree->is_object() && tree->member("algorithms").size() == 0) {
    std::vector<Json> one;
    one.push_back(Json::object({{"id", "dp-gd"}}));
    tree->set("algorithms", Json::array(std::move(one)));
  }
  return write_json(*tree);
}

Result<std::string> recommendation(std::string_view text, const RecommendRequest& request) {
  const auto whole = with_any_algorithm(text);
  if (!whole) return std::unexpected(whole.error());
  const auto given = read_experiment(*whole);
  if (!given) return std::unexpected(given.error());
  const auto found = recommend(*given, request);
  if (!found) return std::unexpected(found.error());
  return write_json(json_of(*found));
}

}  // namespace noisy
