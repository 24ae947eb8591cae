// The parts of ECharts that runreport's charts use, and nothing else. Another
// series or component is one more name in the two lists below.
import { init, use, format, version } from 'echarts/core';
import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart, CustomChart, LineChart,
  AriaComponent, GridComponent, TooltipComponent,
  SVGRenderer,
]);

export { init, format, version };
