#include "engine/diagnostic/kind/histogram_meter.h"

#include <algorithm>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/bit_law.h"
#include "engine/problem/saddle/saddle_risk.h"

namespace noisy {
namespace {

/// Queries, and the records' answers.
class Comparison {
 public:
  Comparison(const MeasuredProblem& problem, const SaddleRisk& records,
             const HistogramMeasure& measure)
      : measure_(measure),
        queries_(measure.columns == 0 ? records.queries() : tables(records, measure.columns)),
        answers_(answers(measure.is_of_law ? bit_shares(*queries_, problem.law->features)
                                           : records.cell_shares())) {}

  double error(const Vector& point) const {
    const Vector apart = (answers(point.head(queries_->cells())) - answers_).cwiseAbs();
    if (measure_.error == HistogramError::largest_query) return apart.maxCoeff();
    if (measure_.error == HistogramError::mean_query) {
      return math::sum(math::view(apart)) / static_cast<double>(apart.size());
    }
    double largest = 0, total = 0, count = 0;
    for (const QueryFamily::Table& table : queries_->tables()) {
      if (std::ssize(table.columns) != measure_.columns) continue;
      const double distance =
          math::sum(math::view(apart).subspan(static_cast<std::size_t>(table.first),
                                              static_cast<std::size_t>(table.size))) /
          2;
      largest = std::max(largest, distance);
      total += distance;
      count += 1;
    }
    return measure_.error == HistogramError::largest_marginal ? largest : total / count;
  }

  Index cells() const { return queries_->cells(); }

 private:
  static std::shared_ptr<const QueryFamily> tables(const SaddleRisk& records, Index columns) {
    QueryShape shape = records.queries()->shape();
    shape.kind = QueryKind::marginals;
    shape.order = columns;
    return std::make_shared<QueryFamily>(shape);
  }

  Vector answers(const Vector& histogram) const {
    Vector out(queries_->queries());
    queries_->answers(math::view(histogram), {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }

  HistogramMeasure measure_;
  std::shared_ptr<const QueryFamily> queries_;
  Vector answers_;
};

class HistogramMeter final : public Meter {
 public:
  HistogramMeter(const MeasuredProblem& problem, const SaddleRisk& records,
                 const HistogramMeasure& measure)
      : comparison_(problem, records, measure) {}

  double value(const MeasuredPoint& point, std::span<const double>) const override {
    return comparison_.error(point.iterate);
  }

 private:
  Comparison comparison_;
};

class ConstantMeter final : public Meter {
 public:
  explicit ConstantMeter(double number) : number_(number) {}

  double value(const MeasuredPoint&, std::span<const double>) const override { return number_; }

 private:
  double number_;
};

/// The records, where they are of a problem of synthetic data; else null.
const SaddleRisk* records_of(const MeasuredProblem& problem) {
  const auto* records = dynamic_cast<const SaddleRisk*>(problem.exact);
  return records && records->queries() ? records : nullptr;
}

bool has_columns(const SaddleRisk& records, const HistogramMeasure& measure) {
  return measure.columns <= std::ssize(records.queries()->levels());
}

bool has_law(const MeasuredProblem& problem, const HistogramMeasure& measure) {
  return !measure.is_of_law || (problem.law && is_bit_generator(problem.law->name));
}

}  // namespace

Result<std::unique_ptr<Meter>> histogram_meter(const MeasuredProblem& problem,
                                               const HistogramMeasure& measure) {
  const SaddleRisk* records = records_of(problem);
  if (!records) {
    return fail(ErrorCode::unsupported_domain, "run.diagnostics",
                "errors of synthetic data need the records of a problem marginal-queries");
  }
  if (!has_columns(*records, measure)) {
    return fail(ErrorCode::invalid_value, "run.diagnostics",
                "there is no table of " + std::to_string(measure.columns) +
                    " columns: the records have fewer");
  }
  if (!has_law(problem, measure)) return std::unique_ptr<Meter>();
  return std::make_unique<HistogramMeter>(problem, *records, measure);
}

Result<std::unique_ptr<Meter>> records_against_law(const MeasuredProblem& problem) {
  const HistogramMeasure measure{.is_of_law = true};
  const SaddleRisk* records = records_of(problem);
  if (!records || !has_law(problem, measure)) return std::unique_ptr<Meter>();
  const double error = Comparison(problem, *records, measure).error(records->cell_shares());
  return std::make_unique<ConstantMeter>(error);
}

std::vector<Level> uniform_level(const MeasuredProblem& problem, const HistogramMeasure& measure) {
  const SaddleRisk* records = records_of(problem);
  if (!records || !has_columns(*records, measure) || !has_law(problem, measure)) return {};
  const Comparison comparison(problem, *records, measure);
  const Index cells = comparison.cells();
  const Vector uniform = Vector::Constant(cells, 1 / static_cast<double>(cells));
  return {{.name = "uniform histogram", .value = comparison.error(uniform)}};
}

}  // namespace noisy
