#include "engine/privacy/form/table_answers.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/whole_sums.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/random/discrete.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that r and D are.
constexpr const char* kTable = "table";

struct StatedTable final : StatedRelease::Details {
  double moved = 2;
  double move = 0;
};

/// sqrt(r) D
double length_of_move(double move, double moved) {
  return move * std::sqrt(moved);
}

double move_of(const DescribedRelease& release) {
  return answer_move(release.bounds, release.saddle);
}

/// In steps of the grid, of sums over n records.
std::uint64_t steps_of(const Release& release, Index samples) {
  const double records = static_cast<double>(samples);
  return whole_steps(records, release.noise_scale, release.grid, records);
}

/// A hardened release is one on a grid of whole sums.
bool has_steps(const Release& release, Index samples) {
  return !release.is_hardened() || steps_of(release, samples) > 0;
}

}  // namespace

double table_answers_rho(double move, double moved, Index samples, double standard_deviation) {
  return rho_of_gaussian(length_of_move(move, moved) / static_cast<double>(samples),
                         standard_deviation);
}

class TableAnswersForm final : public ReleaseForm {
 public:
  TableAnswersForm()
      : ReleaseForm({"table-answers", "Answers to a table of queries",
                     "The shares of records in the cells of one small table, noised."}) {}

  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "the answers to a table of queries"; }
  std::string_view noised_text() const override { return "answers to a table of queries"; }
  std::string_view plain_plural() const override { return " tables of answers of "; }
  std::string_view plain_norm() const override { return "l2"; }
  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }
  RowNorm noised_norm(RowNorm) const override { return RowNorm::linf; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return length_of_move(move_of(release), release.release.details[0]) /
           static_cast<double>(release.samples);
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "sqrt(r) D / n: a record moves r = table.moved answers of a table, each by D / n with D "
           "= table.move";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    const std::string text = std::string(noise_of(release.release.mechanism).scale_text) +
                             ", added to every answer of the table";
    if (!release.is_hardened()) return text;
    return text +
           ": ceil(n sigma_t / grid_t) steps of grid_t, that of a discrete normal distribution on "
           "the sum over n records, which is then divided by n";
  }

  std::string_view grid_text() const override { return kWholeSumsText; }

  std::string cost_formula(const DescribedRelease&) const override {
    return "rho_t = (sqrt(r) D / (n sigma_t))^2 / 2 with r = table.moved and D = table.move";
  }

  std::string released_text(const DescribedRelease&) const override {
    return "noisy answers to tables of queries, and everything made from them: histograms, "
           "synthetic records, trace and solution";
  }
  std::string also_released_text(const DescribedRelease&) const override {
    return ", beside them noisy answers to all queries of a table";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    entry.set(kTable,
              Json::object({{"moved", release.release.details[0]}, {"move", move_of(release)}}));
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedTable>();
    RecordReader in = entry.inside(kTable);
    out->moved = in.number("moved", NumberRule::count);
    out->move = in.number("move", NumberRule::not_negative);
    stated.rule_details = {out->moved};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.block.is_whole() &&
                        stated.rule == SensitivityRule::uniform && stated.norm == RowNorm::linf,
                    place, "answers to tables have Gaussian noise of uniform sensitivity, in rho");
    check_whole_sums(stated, stated.samples, place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedTable>();
    findings.compare(place, of.move, stated.sensitivity);
    findings.compare(place, stated.mean_sensitivity,
                     length_of_move(of.move, of.moved) / stated.samples);
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    const bool is_admissible =
        stated.release == ReleaseKind::floating ||
        whole_steps(stated.samples, noise.scale, noise.grid, stated.samples) > 0;
    if (stated.mechanism != Mechanism::gaussian || stated.unit != CostUnit::rho || !is_admissible) {
      return kUnproven;
    }
    const auto& of = stated.details_as<StatedTable>();
    return rho_of_gaussian(length_of_move(of.move, of.moved) / stated.samples, noise.scale);
  }

  ReleaseDetails written_details(const Json& entry) const override {
    return {number_of(entry.member(kTable), "moved")};
  }

  std::string plain_words(const Json& entry) const override {
    const Json& table = entry.member(kTable);
    const double samples = number_of(entry, "samples");
    return "Gaussian noise on the answers of n = " + number_text(samples) +
           " records to the queries of a table; one record moves them by " +
           figure_text(length_of_move(number_of(table, "move"), number_of(table, "moved")) /
                       samples) +
           " in l2 at most";
  }

  bool has_hidden_state() const override { return true; }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const auto family = exact.data().queries();
    const Index table = asked_of(request).table;
    const bool is_there = family && table >= 0 && table < std::ssize(family->tables());
    if (is_there && has_steps(request.release, exact.data().samples())) return std::nullopt;
    return Error{ErrorCode::internal, "release", "there is no such table of queries"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const TableAnswersRequest& asked = asked_of(request);
    const Index samples = exact.data().samples();
    const std::span<const std::int64_t> sums = asked.answers->of_first(samples, exact);
    const QueryFamily::Table& table =
        exact.data().queries()->tables()[static_cast<std::size_t>(asked.table)];
    const std::span<const std::int64_t> of_table =
        sums.subspan(static_cast<std::size_t>(table.first), static_cast<std::size_t>(table.size));
    Vector& out = exact.value();
    out.resize(table.size);
    if (request.release.is_hardened()) return answer_in_steps(request.release, of_table, exact);
    for (Index j = 0; j < table.size; ++j) {
      out[j] =
          static_cast<double>(of_table[static_cast<std::size_t>(j)]) / static_cast<double>(samples);
    }
    exact.add_noise(request.release, out, out);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const bool is_proven =
        cost.unit() == CostUnit::rho && release.block.is_whole() &&
        release.batch_size == data.samples() && release.mechanism == Mechanism::gaussian &&
        has_steps(release, data.samples()) && release.sensitivity == SensitivityRule::uniform &&
        data.queries() && release.details[0] >= data.queries()->moved_in_table();
    if (!is_proven) return kUnproven;
    return table_answers_rho(answer_move(data.gradient_bounds(), data.saddle()), release.details[0],
                             data.samples(), release.noise_scale);
  }

 private:
  /// Only whole numbers with noise become doubles.
  static void answer_in_steps(const Release& release, std::span<const std::int64_t> sums,
                              Exact& exact) {
    const Index samples = exact.data().samples();
    std::vector<std::int64_t> noise(sums.size());
    if (std::optional<Stream> stream = exact.noise_stream()) {
      fill_discrete_gaussian(*stream, steps_of(release, samples), noise);
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const std::int64_t noisy = steps_of_sum(sums[j], release.grid) + noise[j];
      exact.value()[static_cast<Index>(j)] =
          static_cast<double>(noisy) * release.grid / static_cast<double>(samples);
    }
    exact.charge(release);
  }

  static const TableAnswersRequest& asked_of(const Request& request) {
    return static_cast<const TableAnswersRequest&>(request);
  }
};

const ReleaseForm* table_answers_form() {
  static const TableAnswersForm form;
  return &form;
}

ReleaseDetails details_of_table(Index moved) {
  return {static_cast<double>(moved)};
}

TableAnswersRequest answers_of(HiddenAnswers& answers, Index table, const Release& release) {
  TableAnswersRequest request;
  request.form = table_answers_form();
  request.release = release;
  request.answers = &answers;
  request.table = table;
  return request;
}

}  // namespace noisy
